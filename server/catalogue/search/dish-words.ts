/*
 * Names of dishes, breads, sweets and drinks, in both languages: regional names, and romanisations of Cantonese,
 * Hokkien, Teochew, Malay, Vietnamese, Korean and Japanese. Mandarin needs no romanisations, because the search reads
 * pinyin. The lists have the same form as the lists in `food-words.ts`.
 */

/** Rows of names for the same dish. */
export const sameDishes = `
hong kong milk tea, hk milk tea, hkmt, silk stocking milk tea, stocking milk tea, pantyhose milk tea, lai cha, naai cha, nai cha, gong sik lai cha, 港式奶茶, 丝袜奶茶, 港奶, 茶走
yuanyang, yuan yang, yuenyeung, yuen yeung, yin yeung, yin yang, yinyeung, yin yong, yun yeung, ying yong, kopi cham, coffee milk tea, coffee with tea, 鸳鸯, 鸳鸯奶茶, 咖啡奶茶, 咖啡撞奶茶, 冻鸳鸯, 热鸳鸯
lemon tea, ling cha, ning cha, dong ling cha, dong ning cha, dung ling cha, tung ling cha, ning mung cha, ling mung cha, iced lemon tea, ice lemon tea, teh o limau, 柠檬茶, 柠茶, 冻柠茶, 冻柠, 冰柠茶, 手打柠檬茶, 暴打柠檬茶, 港式柠檬茶, 香水柠檬茶
mango pomelo sago, mango juice, mango drink, mango smoothie, mango sago, yeung ji gam lo, yeung zi gam lou, yeung chi gam lo, yeung chi kam lo, yeung jee gum lo, yeung jee gam lo, 杨枝甘露, 芒果西米露, 芒果西米捞, 芒果西柚西米露
salted lime soda, salted lemon soda, salted kumquat, salted kumquat soda, ham ning chut, ham ling chat, ham gam gat, soda chanh, chanh muoi, 咸柠七, 咸柠檬, 咸柠汽水, 咸柠梳打, 咸金桔, 咸金橘, 咸柑桔, 咸桔
sour plum drink, sour plum juice, plum drink, plum juice, smoked plum juice, suan mei tang, suen mui tong, syun mui tong, 酸梅汤, 酸梅汁, 乌梅汤, 乌梅汁, 酸梅饮
soy milk, dou jiang, dau jeung, dau cheong, tau chui, tau huay chui, tau huay zui, dubu milk, sua dau nanh, 豆浆, 豆奶, 豆乳, 甜豆浆, 黄豆浆, soymilk, soya milk, soybean milk
taro milk, taro milk tea, taro bubble tea, taro boba, taro latte, taro slush, taro smoothie, taro shake, taro drink, wu tau, 芋泥波波, 芋泥奶茶, 芋泥鲜奶, 芋泥鲜奶茶, 芋泥牛奶, 香芋奶茶, 芋头奶茶, 芋头鲜奶, 芋头牛奶, 芋泥啵啵
brown sugar boba, brown sugar boba milk, brown sugar milk, brown sugar pearl milk, brown sugar milk tea, brown sugar bubble tea, tiger milk, tiger milk tea, tiger sugar, tiger boba, dirty boba, deerioca, black sugar boba, kokuto boba, 黑糖波霸, 黑糖波波, 黑糖珍珠, 黑糖珍珠撞奶, 黑糖珍珠牛奶, 黑糖鹿丸, 黑糖奶茶, 虎纹奶茶, 老虎奶茶, 脏脏茶, 脏脏奶茶, 红糖珍珠
jasmine milk tea, jasmine green milk tea, moli milk tea, 茉香奶绿, 茉莉奶绿, 茉莉奶茶, 奶绿, 茉香奶茶, 伯牙绝弦, 茉莉鲜奶茶, 毛尖奶绿
osmanthus milk tea, kwai fa, kwai fa oolong, gwai fa, gwai fa oolong, gui hua, guei hua, kuei hua, osmanthus oolong, osmanthus oolong milk tea, 桂花奶茶, 桂花乌龙, 桂花乌龙奶茶, 桂馥兰香, 桂花奶青, 乌龙奶茶
pearl milk tea, tapioca milk tea, boba milk tea, bubble milk tea, bbt, zhen zhu nai cha, jan jyu naai cha, tra sua, tra sua tran chau, tapioca tea, 珍珠奶茶, 波霸奶茶, 粉圆奶茶, 珍奶, 波奶, 泡沫奶茶
peach tea, peach juice, peach drink, peach iced tea, iced peach tea, peach oolong, white peach oolong, 蜜桃茶, 水蜜桃茶, 白桃茶, 桃子茶, 蜜桃乌龙, 白桃乌龙, 桃桃乌龙, 水蜜桃乌龙, 蜜桃乌龙茶
grape slush, grape juice, grape drink, grape smoothie, grape tea, cheese grape, 多肉葡萄, 霸气葡萄, 满杯葡萄, 芝芝葡萄, 葡萄冰沙, 葡萄冰, 葡萄冻冻, 葡萄果茶, 巨峰葡萄冰
strawberry cheese foam, strawberry juice, strawberry cheese tea, strawberry smoothie, strawberry slush, strawberry tea, strawberry drink, strawberry cheezo, 芝芝莓莓, 多肉莓莓, 霸气草莓, 霸气芝士草莓, 莓莓芝士, 草莓奶盖, 草莓冰沙, 草莓果茶, 士多啤梨冰
watermelon slush, watermelon smoothie, watermelon juice, watermelon coconut, 西瓜冰, 西瓜椰椰, 西瓜沙冰, 西瓜冰沙, 西瓜椰子, 西瓜汁, 西瓜啵啵
kiwi tea, kiwi juice, kiwi smoothie, kiwi fruit tea, kiwi green tea, kiwi drink, 奇异果茶, 猕猴桃茶, 奇异果绿茶, 猕猴桃绿茶, 奇异果汁
coconut latte, raw coconut latte, coconut coffee, coconut milk latte, coconut milk coffee, 生椰拿铁, 椰奶拿铁, 椰奶咖啡, 椰子拿铁, 椰子咖啡, 椰香拿铁, 椰云拿铁, 厚椰拿铁
orange americano, orange coffee, orange espresso, espresso with orange, 橙美式, 橙汁美式, 橙子美式, 鲜橙美式, 橙子咖啡, 橙汁咖啡, 橙咖啡
matcha latte, green tea latte, matcha milk, matcha oat latte, oat matcha, 抹茶拿铁, 抹茶牛奶, 抹茶鲜奶, 抹茶燕麦, 抹茶燕麦奶, 绿茶拿铁, 抹茶奶茶, 抹茶燕麦拿铁
hojicha latte, houji cha, houjicha latte, roasted tea latte, roasted green tea latte, hoji latte, 焙茶拿铁, 焙茶牛奶, 焙茶鲜奶, 烘焙茶拿铁, 焙煎茶拿铁
grass jelly, sinh sam, suong sao, cincau, leung fan, liang fen, xian cao, 仙草, 烧仙草, 凉粉, 仙草冻, 龟苓膏
tofu pudding, douhua, dou hua, dau fu fa, tau foo fah, tau huay, tau hua, taho, 豆花, 豆腐花, 豆腐脑, 豆花甜品
milk pudding, double skin milk, steamed milk, seung pei nai, 双皮奶, 炖奶, 姜撞奶, 姜汁撞奶
pineapple bun, bolo bao, bo lo bao, bo lo bau, bo lor bao, bor lor bao, bo luo bao, po lo bao, polo bun, bolo bun, bo lo yau, bo lo yao, bolo yau, bor lor yau, pineapple bread, 菠萝包, 菠萝油, 冰火菠萝油, 菠萝面包, 酥皮面包, 酥皮包, 波罗包, 波萝包, 凤梨面包
cocktail bun, coconut cocktail bun, coconut bun, coconut bread, gai mei bao, gai mei bau, gai may bao, kai mei bao, 鸡尾包, 椰丝包, 椰蓉包, 椰蓉面包, 椰丝面包, 椰子面包, 奶油椰丝包
char siu bun, char siu bao, char siew bao, char siew bun, char siu bau, char siu pao, char siew pao, cha siu bao, cha siu bau, cha siu pao, chashu bao, bbq pork bun, barbecue pork bun, roast pork bun, siopao, pork bun, 叉烧包, 叉烧餐包, 叉烧面包, 焗叉烧包, 烤叉烧包
pork floss bun, pork floss bread, pork floss roll, meat floss bun, floss bun, rousong bun, rou song bun, yuk sung bao, yuk song bao, bak hu bun, hae bee hiam bun, 肉松包, 肉松面包, 肉松卷, 香葱肉松包, 葱花肉松面包, 肉松小贝, 葱花面包, 香葱面包, 葱花包, 香葱肉松卷
garlic bread, garlic bun, cheese garlic bread, korean garlic bread, cream cheese garlic bread, garlic cream cheese bread, cream cheese bun, mayak bread, yukjjok, 蒜蓉面包, 大蒜面包, 蒜香面包, 蒜香包, 蒜蓉包, 大蒜包, 韩式蒜蓉包, 韩式大蒜面包, 韩国大蒜面包, 芝士蒜香包, 奶酪包, 芝士包
bagel, 贝果, 百吉饼, 培果, 焙果, 硬面包圈, 面包圈
milk bread, milk loaf, japanese milk bread, japanese bread, hokkaido milk bread, hokkaido bread, shokupan, shoku pan, milk toast, pullman loaf, sandwich loaf, pai bao, 牛奶吐司, 牛奶面包, 鲜奶吐司, 生吐司, 北海道吐司, 日式吐司, 白吐司, 枕头包, 枕头面包, 排包, 方包, 土司, 切片吐司
egg tart, egg custard tart, egg custard, custard tart, dan tat, daan tat, daan taat, dan taat, dan ta, tan tat, don tot, dan tart, po tat, pou tat, pastel de nata, pasteis de nata, pasteis, portuguese tart, portuguese egg tart, portuguese custard tart, macau egg tart, 蛋挞, 蛋塔, 葡挞, 葡式蛋挞, 葡国蛋挞, 酥皮蛋挞, 蛋挞仔, 鸡蛋挞, 葡萄牙蛋挞, 澳门蛋挞
wife cake, sweetheart cake, lo po beng, lou po beng, 老婆饼
pineapple cake, pineapple shortcake, pineapple cookie, pineapple biscuit, pineapple pastry, pineapple square, 凤梨蛋糕, 凤梨饼, 菠萝蛋糕, 菠萝饼, 凤梨糕, pineapple tart, taiwanese pineapple cake, ong lai so, ong lai sou, onglaiso, ong lye soh, ong lai, fung lei sou, fung lay so, feng li su, 凤梨酥, 菠萝酥, 旺来酥, 黄梨酥, 土凤梨酥
almond cookie, almond biscuit, almond cake, macau almond cookie, hang yan beng, hang yan bang, han yan beng, 杏仁饼, 杏仁酥, 杏仁饼干, 杏仁曲奇, 澳门手信, 杏仁脆饼
walnut cookie, chinese shortbread, tao su, hup toh soh, hup to sou, 桃酥, 核桃酥, 合桃酥
fortune cookie, lucky cookie, 签语饼, 幸运饼干, 幸运饼, 幸运签饼, 幸运曲奇, 占卜饼干, 福饼
mooncake, moon cake, moon pie, yuet beng, yut beng, yue bing, yuebing, gue piah, banh trung thu, 月饼, 月光饼, 中秋饼, 中秋月饼, 广式月饼
lotus seed mooncake, lotus paste mooncake, lotus mooncake, egg yolk mooncake, double yolk mooncake, salted egg yolk mooncake, lin yung, 莲蓉月饼, 双黄莲蓉, 蛋黄莲蓉, 双黄月饼, 白莲蓉, 莲蓉, 莲蓉蛋黄, 蛋黄月饼, 双黄白莲蓉月饼
five nut mooncake, mixed nut mooncake, nut mooncake, five kernel mooncake, ng yan, ngh yan, 五仁月饼, 伍仁月饼, 五仁, 伍仁, 果仁月饼, 百果月饼, 坚果月饼
snow skin mooncake, snowskin mooncake, snowy mooncake, ice skin mooncake, bing pei, bing pi, bing pei yuet beng, custard mooncake, 冰皮月饼, 冰皮, 奶黄月饼, 流心月饼, 冰月饼, 雪皮月饼
swiss roll, roll cake, cake roll, jelly roll, sponge roll, 瑞士卷, 蛋糕卷, 卷蛋糕, 奶油卷, 毛巾卷, 虎皮卷, 奶油蛋糕卷, 瑞士蛋糕卷
basque cheesecake, burnt cheesecake, basque burnt cheesecake, burnt cheese cake, burned cheesecake, san sebastian cheesecake, cheese cake, cheesecake, 巴斯克, 巴斯克蛋糕, 芝士蛋糕, 起司蛋糕, 乳酪蛋糕, 奶酪蛋糕, 起士蛋糕, 芝士饼, 重芝士, 烤芝士蛋糕, 焦糖芝士蛋糕
mille crepe, crepe cake, layered crepe cake, crepe, layer cake, mango pancake, mong gwo ban gik, 千层蛋糕, 千层, 班戟, 千层班戟, 可丽饼, 法式千层, 千层饼蛋糕, 千层皮, 千层糕
strawberry shortcake, strawberry cake, strawberry cream cake, strawberry sponge cake, 草莓蛋糕, 草莓奶油蛋糕, 草莓鲜奶蛋糕, 士多啤梨蛋糕, 草莓奶油, 草莓慕斯, 草莓切块蛋糕
birthday cake, bday cake, kids birthday cake, children birthday cake, custom cake, customized cake, customised cake, personalized cake, personalised cake, cake with writing, cake with name, cake with message, cake to order, anniversary cake, fruit cake, fresh fruit cake, big cake, large cake, 大蛋糕, 整个蛋糕, 儿童生日蛋糕, 儿童蛋糕, 宝宝蛋糕, 周岁蛋糕, 满月蛋糕, 定制蛋糕, 订制蛋糕, 定做蛋糕, 订蛋糕, 写字蛋糕, 纪念日蛋糕, 祝寿蛋糕, 水果蛋糕, 鲜果蛋糕, 生日蛋糕, 生日饼, 庆生蛋糕, 寿桃, 祝寿蛋糕, 整个蛋糕
doughnut, donut, mochi donut, mochi doughnut, pon de ring, mochinut, 甜甜圈, 冬甩, 多拿滋, 多纳圈, 唐纳滋, 麻薯甜甜圈, 波堤, 甜圈
salted pretzel, sesame pretzel, black sesame pretzel, mini pretzel, salty pretzel, pretzel, 椒盐卷, 椒盐饼干, 椒盐饼, 椒盐脆饼, 椒盐小饼, 芝麻饼干, 芝麻脆饼, 咸饼干, 咸味饼干
sesame ball, jian dui, jin deui, jin dui, zin deoi, 煎堆, 麻团, 麻球, 芝麻球, 麻圆
sponge cake, malay cake, ma lai go, ma lai gou, mah lai goh, 马拉糕, 鸡蛋糕, 海绵蛋糕, 古早味蛋糕, 戚风, 戚风蛋糕, 纸包蛋糕
turnip cake, radish cake, lo bak go, lo bak gou, law bok gow, chai tow kway, chai tau kueh, 萝卜糕, 菜头粿
egg waffle, bubble waffle, egglet, eggette, gai dan jai, gai daan zai, 鸡蛋仔, 鸡蛋仔饼
sesame paste dessert, black sesame soup, zi ma wu, jee ma wu, chi ma wu, 芝麻糊, 黑芝麻糊
red bean soup, hung dau sa, hong dau sa, hung dau tong, 红豆沙, 红豆汤, 红豆糖水
sago, sai mai lo, sai mai lou, sai mai, tapioca pudding, 西米, 西米露, 西米捞, 西谷米
tangyuan, tang yuan, tong yuen, tong yun, tong yuan, tong jyun, tongyuen, yuen siu, yuanxiao, 汤圆, 元宵, 汤团, 汤丸, 圆仔, 麻心汤圆, 芝麻汤圆, 黑芝麻汤圆, 宁波汤圆, 水磨汤圆, 浮圆子, glutinous rice ball, sticky rice ball, sweet dumpling
dango, hanami dango, mitarashi, mitarashi dango, odango, japanese rice dumpling, mochi stick, mochi skewer, 团子, 糯米团子, 三色团子, 三色丸子, 花见团子, 日式丸子, 糯米丸子, 和果子, rice dumpling
mochi, daifuku, muah chee, muachi, mua chee, lo mai chi, lo mai ci, loh mai chee, chapssaltteok, 麻薯, 麻糬, 大福, 糯米糍, 雪媚娘, 糍粑
zongzi, joong, jung, zung, bak chang, bak zhang, rice tamale, sticky rice dumpling, 粽子, 粽, 肉粽, 裹蒸粽
rice cake, nian gao, neen goh, nin gou, nin go, ti kueh, tteok, tteokbokki, topokki, 年糕, 炒年糕, 辣炒年糕, 黄糖年糕
jiaozi, gau ji, gaau zi, gow ji, gow gee, sui gao, sui gow, sui kow, shui jiao, mandu, 饺子, 水饺, 饺仔, 手工水饺
wonton, wantan, won ton, bian rou, bian shi, pian rou, 扁肉, 肉燕, 扁肉燕, 龙抄手, 清汤馄饨, 大馄饨, 净云吞, wanton, wun tun, wan tan, wan ton, wan tun, wahn tan, wun tan, huntun, hun tun, 馄饨, 云吞, 抄手, 扁食, 包面, 小馄饨, 鲜虾云吞, 云吞汤, 馄饨汤, 红油抄手, 虾肉馄饨
xiao long bao, xiaolongbao, xlb, siu long bao, siu lung bao, siu lung bau, siu loong bao, siu lone bao, xiao lung bao, xiu long bao, xiao long pao, shao long bao, shanghai dumpling, shanghai soup dumpling, soup dumpling, soupy dumpling, juicy dumpling, juicy bun, tang bao, guan tang bao, 小笼包, 汤包, 灌汤包, 小笼, 小笼汤包, 小笼馒头, 鲜肉小笼, 蟹粉小笼, 笼包
pan fried bun, pan fried pork bun, sheng jian bao, shengjianbao, sang jin bao, 生煎包, 生煎, 水煎包
har gow, ha gow, har gau, ha gau, ha gao, har gao, ha kao, har kow, har kau, ha kow, haa gaau, har gaw, hargow, hakau, shrimp dumpling, prawn dumpling, crystal dumpling, 虾饺, 水晶饺, 水晶虾饺, 虾饺皇, 虾饺王, 鲜虾饺
siu mai, shumai, shao mai, shu mai, shiu mai, siew mai, sio mai, siomai, 烧卖, 烧麦, 干蒸
rice noodle roll, rice roll, cheung fun, cheong fun, chee cheong fun, chang fen, 肠粉, 猪肠粉, 虾肠
sticky rice in lotus leaf, lo mai gai, loh mai gai, no mai gai, lor mai kai, 糯米鸡
chicken feet, phoenix claw, fung zao, fung jow, foong jow, 凤爪, 鸡爪
spring roll, egg roll, chun guen, cheun gyun, lumpia, popiah, cha gio, 春卷, 炸春卷
steamed bun, mantou, man tou, man tau, 馒头, 白馒头
rice ball with filling, fan tuan, ci fan, 粢饭, 粢饭团
fried dough stick, chinese doughnut, chinese cruller, youtiao, you tiao, yau ja gwai, yau tiu, yu char kway, cakoi, 油条, 油炸鬼, 油炸桧
beef noodle, beef noodle soup, gu bah mi, gu ba mi, gu bah mee, gu bak mi, gubami, ngau yuk min, ngau yuk mein, ngau lam min, ngau lam mein, ngau nam mein, niu rou mian, taiwan beef noodle, taiwanese beef noodle, red braised beef noodle, spicy beef noodle, beef ramen, 牛肉面, 红烧牛肉面, 牛腩面, 台湾牛肉面, 台式牛肉面, 川味牛肉面, 牛肉汤面, 牛肉拉面, 兰州拉面, 牛肉粉, 牛杂面, 清汤牛肉面, 半筋半肉面
puer tea, aged tea, fermented tea, dark tea, ripe tea, 老茶, 陈茶, 熟茶, 黑茶, 陈年茶, 老普洱, 菊花普洱, 菊普, 菊普茶, puer
dan dan noodle, tan tan noodle, dandan noodle, tantan noodle, tan tan men, tantanmen, tan tan mein, dan dan mein, dan dan mien, dan dan mian, dam dam min, daam daam min, 担担面, 坦坦面, 担仔面, 四川担担面
sesame noodle, cold sesame noodle, peanut noodle, sesame peanut noodle, peanut sesame noodle, sesame sauce noodle, chilled noodle, cold noodle, ma jiang mian, ma jeung min, hiyashi chuka, 麻酱面, 芝麻面, 芝麻酱面, 麻酱拌面, 麻酱凉面, 芝麻凉面, 热干面, 凉面, 冷面, 花生酱面, 鸡丝凉面, 中华凉面
scallion oil noodle, scallion noodle, spring onion oil noodle, spring onion noodle, green onion noodle, scallion lo mein, chung yau min, chung yau lo mein, cong you mian, 葱油面, 葱油拌面, 上海拌面, 开洋葱油拌面, 葱油捞面, 葱拌面
tomato egg noodle, tomato noodle, tomato and egg noodle, egg and tomato noodle, tomato egg noodle soup, fan ke dan min, 番茄鸡蛋面, 番茄蛋面, 西红柿鸡蛋面, 西红柿面, 番茄面, 番茄打卤面, 西红柿打卤面, 打卤面, 西红柿鸡蛋打卤面, 西红柿炒鸡蛋面, 番茄炒蛋面
laksa, curry laksa, coconut laksa, laksa lemak, curry mee, curry mi, kari mee, curry noodle, curry noodle soup, coconut curry noodle, malaysian curry noodle, nyonya laksa, katong laksa, ka li mian, gah lei min, 喇沙, 叻沙, 咖喱叻沙, 咖喱面, 咖喱米粉, 娘惹叻沙, 新加坡叻沙, 咖喱汤面, 椰浆面, 喇沙米粉, 拉沙, 辣沙
wonton noodle, wonton mein, wun tun min, wantan mee, wonton mee, 云吞面, 馄饨面
fried noodle, chow mein, chow mien, chao mian, mee goreng, char mee, yakisoba, 炒面, 炒麵, 豉油皇炒面
beef chow fun, hor fun, ho fun, gon chow ngau ho, char kway teow, 干炒牛河, 炒河, 炒河粉, 炒粿条
rice noodle, bee hoon, bihun, mai fun, mei fun, mi fen, mixian, pho, 米粉, 米线, 河粉
char siu rice, char siew rice, char siu fan, char siew fan, cha siu fan, cha siu faan, chashao fan, bbq pork rice, bbq pork over rice, bbq pork on rice, barbecue pork rice, roast pork rice, honey pork rice, 叉烧饭, 蜜汁叉烧饭, 叉烧盖饭, 港式叉烧饭, 烧腊饭, 叉烧烩饭, 叉烧便当
hainanese chicken rice, hainan chicken rice, chicken rice, hoi nam gai fan, hoi nam gai faan, hoinam gai fan, hai nam kai png, hai lam kee png, kai png, nasi ayam, nasi ayam hainan, khao man gai, kao mun gai, com ga, com ga hai nam, poached chicken, boiled chicken, white cut chicken, bak chit gai, baak chit gai, bak cham kai, pak cham kai, bai qie ji, bai zhan ji, singapore chicken rice, steamed chicken rice, 海南鸡饭, 海南鸡, 文昌鸡, 白切鸡, 白斩鸡, 白切鸡饭, 白斩鸡饭, 切鸡饭, 鸡油饭, 油鸡饭, 新加坡鸡饭, 三黄鸡
katsu curry, pork katsu curry, katsu curry rice, pork cutlet curry, pork cutlet rice, pork chop curry, pork chop rice, japanese curry, japanese curry rice, curry rice, curry pork chop, kare raisu, jyu paa faan, ju pa fan, chu pa fan, ka lei fan, 咖喱猪排饭, 咖喱猪排, 咖喱猪扒饭, 猪排饭, 猪扒饭, 吉列猪扒饭, 炸猪排饭, 炸猪扒饭, 日式咖喱饭, 日式咖喱, 咖喱饭, 吉列猪排, 日式猪排饭
mapo tofu, mapou tofu, ma po tofu, mabo tofu, mapo doufu, mapo bean curd, ma po bean curd, mapo dubu, ma po dou fu, ma por dau fu, maa po dau fu, mapo tofu rice, 麻婆豆腐, 麻婆豆腐饭, 麻辣豆腐, 麻婆豆腐盖饭, 陈麻婆豆腐, 豆腐饭, 豆腐盖饭
yangzhou fried rice, yang zhou fried rice, yang chow fried rice, yangchow fried rice, yeung chow fried rice, yeung chau fried rice, young chow fried rice, yong chow fried rice, yeung chow chow fan, yeung jau chaau faan, special fried rice, house fried rice, house special fried rice, combination fried rice, egg fried rice, shrimp fried rice, prawn fried rice, chow fan, chau faan, chao fan, char png, chahan, nasi goreng, com chien, arroz chaufa, 扬州炒饭, 杨州炒饭, 炒饭, 虾仁炒饭, 蛋炒饭, 什锦炒饭, 黄金炒饭, 虾仁蛋炒饭, 虾炒饭, 火腿炒饭, 招牌炒饭
onigiri, omusubi, musubi, nigirimeshi, rice ball, rice triangle, japanese rice ball, samgak kimbap, samgak gimbap, triangle kimbap, jumeokbap, 饭团, 御饭团, 三角饭团, 日式饭团, 手握饭团, 饭糰
salmon onigiri, salmon rice ball, salmon musubi, sake onigiri, 三文鱼饭团, 鲑鱼饭团, 鲑鱼御饭团, 三文鱼饭糰
congee, jook, juk, juuk, zuk, chook, jok, okayu, lugaw, arroz caldo, bubur, muay, mue, rice porridge, rice soup, 稀饭, 粥, 白粥, 咸粥, 广东粥, 糜, 潮州粥, 生滚粥, 艇仔粥, porridge
century egg congee, pei dan sau yuk juk, pei daan sau yuk juk, pei daan sau yuk zuk, pei dan juk, pei dan jook, pei dan sau yuk jook, pidan congee, pidan juk, preserved egg congee, century egg porridge, thousand year egg congee, pork congee, pork porridge, lean pork congee, 皮蛋瘦肉粥, 皮蛋粥, 瘦肉粥, 皮蛋肉粥, 肉粥, 咸瘦肉粥
cucumber salad, smacked cucumber, smashed cucumber, smash cucumber, garlic cucumber, asian cucumber salad, chinese cucumber salad, pai huang gua, pak wong gua, oi muchim, 拍黄瓜, 凉拌黄瓜, 拍青瓜, 凉拌青瓜, 蒜泥黄瓜, 腌黄瓜, 糖醋黄瓜, 蓑衣黄瓜, 刀拍黄瓜
popcorn chicken, salt and pepper chicken, taiwanese popcorn chicken, taiwanese fried chicken, taiwan fried chicken, kiam so ke, kiam so ge, kiam sou ke, kiam su ke, yan su ji, yansu ji, yim sou gai, fried chicken bite, chicken bite, chicken popcorn, fried chicken nugget, 盐酥鸡, 咸酥鸡, 鸡米花, 台式炸鸡, 台湾炸鸡, 盐水酥鸡, 椒盐鸡, 酥炸鸡, 炸鸡块, 香酥鸡, 炸鸡粒
chicken chop, chicken cutlet, fried chicken cutlet, ji pai, gai pa, 鸡排, 炸鸡排, 大鸡排, 豪大鸡排
roast duck, siu aap, siu ngap, siu ap, peking duck, 烧鸭, 烤鸭, 北京烤鸭, 片皮鸭
roast pork, crispy pork belly, siu yuk, siew yoke, siu yok, lechon kawali, 烧肉, 脆皮烧肉, 烧腩仔, 火腩
soy sauce chicken, si yau gai, see yao gai, 豉油鸡, 酱油鸡
sweet and sour pork, gu lou yuk, goo lo yuk, gu lo yuk, 咕咾肉, 咕噜肉, 糖醋里脊, 糖醋肉
kung pao chicken, gong bao chicken, kung po chicken, 宫保鸡丁, 宫爆鸡丁
twice cooked pork, hui guo rou, 回锅肉
hot and sour soup, suan la tang, syun laat tong, 酸辣汤
braised pork, hong shao rou, hung siu yuk, dong po rou, 红烧肉, 东坡肉
braised pork rice, lu rou fan, lurou fan, lo bah png, loh bah png, 卤肉饭, 滷肉饭, 肉燥饭
bak kut teh, bah kut teh, 肉骨茶
oyster omelette, or luak, o a jian, orh jian, oh ah chien, 蚵仔煎, 蚝烙, 蚝煎
satay, sate, 沙爹, 沙嗲, 沙茶
roti canai, roti prata, paratha, 印度煎饼, 印度飞饼, 飞饼
scallion pancake, green onion cake, green onion pancake, spring onion pancake, scallion pancake bread, cong you bing, congyoubing, cong zhua bing, shou zhua bing, chung yau beng, chung yau bang, pajeon, 葱油饼, 手抓饼, 葱抓饼, 抓饼, 葱花饼, 油饼, 香葱饼, 台式葱油饼
pancake roll with egg, jianbing, jian bing, 煎饼果子, 煎饼, 鸡蛋灌饼
pork belly bun, gua bao, kong bah bao, 割包, 刈包
tea egg, tea leaf egg, cha yip dan, chaa yip daan, cha ye dan, 茶叶蛋, 茶蛋, 卤蛋
bibimbap, 石锅拌饭, 韩式拌饭
kimbap, gimbap, 紫菜包饭, 韩式寿司
poke, poke bowl, 鱼生饭
takoyaki, 章鱼烧, 章鱼小丸子
gyudon, beef bowl, beef rice bowl, 牛丼, 牛肉饭, 肥牛饭
donburi, 丼饭
candied hawthorn, tanghulu, bing tang hulu, 糖葫芦, 冰糖葫芦
fish ball, yu dan, yue dan, yu darn, 鱼丸, 鱼蛋, 鱼旦
fish cake, kamaboko, narutomaki, naruto, chikuwa, odeng, eomuk, surimi roll, 鱼板, 鱼饼, 鸣门卷, 鱼糕, 竹轮, 甜不辣, 鱼豆腐
`
