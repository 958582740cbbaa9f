import type { Diet } from '#contract/constants.ts'

/*
 * Words for food, tea and gifts, in both languages. Each line of a list is a row of words, separated by commas, in the
 * singular and in simplified characters.
 */

/** Maps each diet to the words that shoppers type for it. Each of these words finds every product with the diet. */
export const dietWords: Record<Diet, string> = {
  vegetarian:
    'vegetarian, veggie, meatless, meat-free, no meat, 素食, 素的, 不吃肉, 吃素, 无肉, 不含肉, 素菜, 素餐, 素馅, 吃斋, 斋菜, 斋食, 斋, 无荤, 茹素, 蛋奶素, 素食者, 不带肉, meat free, without meat',
  vegan: 'vegan, plant-based, 纯素, 全素, 净素, 纯植物, 植物基, 植物性, 无蛋奶',
  halal: 'halal, zabihah, muslim, muslim friendly, 清真, 穆斯林, 回民, 回族, 清真食品, 清真认证',
  gluten_free: 'gluten-free, 无麸质, gf, 不含麸质, no gluten, celiac, coeliac, wheat free, 无麸, 麸质过敏, 不含小麦',
  spicy: 'spicy, 香辣, 辣的, 麻辣, 辣味, 鲜辣, 吃辣, 重口味, hot and spicy',
}

/**
 * Rows of words with the same meaning. If any text of a product has a word of a row, every word of that row finds the
 * product.
 */
export const sameClaims = `
sugar free, no sugar, no added sugar, zero sugar, unsweetened, diabetic, diabetic friendly, 无糖, 不加糖, 零糖, 控糖, 戒糖, 糖尿病
dairy free, no dairy, non dairy, lactose free, milk free, lactose intolerant, lactose intolerance, 不含奶, 无乳糖, 零乳糖, 乳糖不耐, 乳糖不耐受, 不能喝牛奶, 牛奶过敏
decaf, decaffeinated, no caffeine, caffeine free, 无咖啡因, 不含咖啡因, 零咖啡因, 低因, 脱因
no msg, msg free, 无味精, 不加味精
`

/**
 * Rows of words for the same thing. If a product's names or synonyms have a word of a row, every word of that row finds
 * the product.
 */
export const sameThings = `
scallion, spring onion, green onion, 香葱, 小葱, 青葱, salad onion, 葱花
shrimp, prawn, jumbo shrimp, ebi, camaron, 海虾, 虾仔, 鲜虾
eggplant, aubergine, brinjal, 茄子, 矮瓜, 茄瓜, nasu, melongene, 吊菜子, 长茄, 紫茄子
cilantro, coriander, 香菜, 芫荽, 芫茜, 胡荽, 香荽
zucchini, courgette, 西葫芦, 角瓜, 意大利瓜
arugula, rocket
bell pepper, capsicum, 甜椒, 彩椒, 灯笼椒, 圆椒, 菜椒, 青椒, 红椒
chickpea, garbanzo, 鹰嘴豆
maize, sweet corn, corn on the cob, 玉米, 粟米, 苞米, corn cob, cob of corn, ear of corn, corn ear, sweetcorn, 包谷, 苞谷, 珍珠米, 番麦, 甜玉米, 玉米棒, 棒子
sweet potato, yam, purple sweet potato, japanese yam, 紫薯, 栗薯, 红薯, 地瓜, 番薯, 甘薯, 蜜薯, kumara, camote, goguma, satsumaimo, 山芋, 红苕, 甜薯, 番茨, 烤红薯, 烤地瓜, 烤番薯, 红番薯, 烟薯, 白薯
土豆, 马铃薯, 洋芋, 薯仔, spud, 荷兰薯
tomato, cherry tomato, grape tomato, roma tomato, 番茄, 圣女果, 小番茄, 樱桃番茄, 小西红柿, 千禧果, 西红柿, 洋柿子, 番柿, 臭柿子, 红柿子
bok choy, bok choi, pak choi, pak choy, chinese cabbage, 小白菜, 青江菜, 上海青, 小油菜, 青梗菜, 小棠菜, 瓢儿菜, bak choi, pok choi, bai cai, baby bok choy, shanghai green, 油菜, 青菜, 汤匙菜, 调羹菜, 勺菜, 青梗白菜, 江门白菜, 奶白菜
napa cabbage, chinese cabbage, 大白菜, wong bok, wombok, siu choy, 绍菜, 黄芽白, 天津白菜, 娃娃菜, 包心白菜
chinese broccoli, gai lan, kai lan, 芥兰, 芥蓝, jie lan, kailan, gailan, 格蓝菜
yu choy, choy sum, 菜心
water spinach, morning glory, ong choy, kang kong, 空心菜, 通菜, 蕹菜, 通心菜, 藤藤菜, kangkung, tung choy
daikon, white radish, 白萝卜, mooli, lo bak, lo bok
carrot, 胡萝卜, 红萝卜, 甘笋, 金笋, 丁香萝卜
garlic chive, chinese chive, 韭菜
bean sprout, 豆芽, 芽菜, 绿豆芽, 黄豆芽, 大豆芽, 银芽
shiitake, 香菇, 冬菇, 花菇
enoki, 金针菇
oyster mushroom, 平菇
wood ear, black fungus, 木耳, 云耳
lotus root, 莲藕, 莲菜
bitter melon, bitter gourd, 苦瓜, 凉瓜
winter melon, 冬瓜
broccoli, 西兰花, 西蓝花, 花椰菜, 青花菜, 绿花菜, 绿菜花, 芥蓝花, 绿花椰菜
cauliflower, 菜花, 椰菜花
snow pea, 荷兰豆, 雪豆, mangetout, mange tout, sugar pea, pea pod, 兰豆, 豌豆荚
snap pea, 甜豆, 蜜豆, mangetout, mange tout, sugar snap, sugar pea, pea pod, snow pea, 甜脆豆, 甜豌豆, 青豆荚, 豌豆荚, 荷兰豆, 雪豆
edamame, 毛豆, 枝豆, 盐水毛豆
taro, 芋头, 香芋, 芋泥, 芋艿
ginger, 生姜, 老姜, 鲜姜, root ginger, ginger root, gingerroot, 姜母, 嫩姜, 仔姜, 子姜, 姜块, 姜片, 黄姜, 肉姜
garlic, 大蒜, 蒜头, garlic bulb, garlic clove, garlic head, bulb of garlic, head of garlic, 蒜瓣, 蒜子, 蒜米, 蒜仔, 独头蒜
persimmon, 柿子
mandarin, tangerine, clementine, satsuma, 橘子, 桔子, 蜜桔, 蜜橘, 砂糖橘, 沙糖桔, 柑橘, 小橘子, 小桔子, easy peeler, cutie, kinnow, ponkan, 柑子, 蜜柑, 耙耙柑, 沃柑, 椪柑, 贡柑, 芦柑, 年桔, 桔仔
grapefruit, 西柚, 葡萄柚
dragon fruit, pitaya, 火龙果, 红龙果, 龙珠果
kiwi, kiwifruit, 猕猴桃, 奇异果
lychee, litchi, 荔枝
longan, 龙眼, 桂圆
pineapple, 菠萝, 凤梨, ananas, nanas, ong lai, 旺来, 黄梨
葡萄, 提子, grape, 蒲桃, 菩提子
hami melon, cantaloupe, rockmelon, muskmelon, 哈密瓜, 蜜瓜, hamigua, 香瓜, 甜瓜, 网纹瓜, 白兰瓜
crown pear, asian pear, nashi, chinese pear, 雪梨, 鸭梨, 皇冠梨, 香梨, pear, sand pear, korean pear, japanese pear, 梨子, 贡梨, 水晶梨, 沙梨, 啤梨, 鸭嘴梨, 秋月梨, 酥梨
cherry, 樱桃, 车厘子, bing cherry, 大樱桃, 樱珠, 甜樱桃
avocado, 牛油果, 鳄梨, 酪梨, avo, alligator pear, butter pear, 幸福果, 油梨
jujube, red date, chinese date, 红枣, 大枣, 干枣, 枣子
goji, wolfberry, 枸杞
peanut, groundnut, 花生, 落花生, monkey nut, goober, ground nut, 花生仁, 花生米, 花生豆, 长生果, 生花生, 地豆
chestnut, 板栗, 栗子, marron, kuri, 风栗, 毛栗, 甘栗, 炒栗子, 糖炒栗子
red bean, adzuki, azuki, aduki, 红豆, 赤小豆, 红小豆, 赤豆, 豆沙, 红饭豆, 小红豆
mung bean, 绿豆
sesame paste, tahini, 芝麻酱, 麻酱
soy sauce, soya sauce, shoyu, 酱油, 豉油, 生抽, tamari, see yau, si yau, tau yu, kicap, kecap, 头抽, 味极鲜, 酱青, 白豉油
chinkiang vinegar, zhenjiang vinegar, black vinegar, 镇江香醋, 镇江醋, 黑醋, 陈醋, 香醋, rice vinegar, chinese vinegar, black rice vinegar, brown vinegar, 米醋, 老醋, 老陈醋, 山西醋, 饺子醋, 甜醋
chili, chilli, chile
chili oil, chilli oil, 辣椒油, 辣油, 红油, 油泼辣子, chilli in oil, la yu, layu, rayu, 油辣子, 辣子油, 红辣油
strawberry, 草莓, 士多啤梨, fraise, 士多啤梨果, 红颜草莓, 奶油草莓, 丹东草莓
guava, 番石榴, 芭乐
orange, 橙子, 柳丁, 香橙
李子, 布冧
passion fruit, 百香果, 热情果
pomelo, 沙田柚, 文旦
mango, 芒果, 檬果, manga, aam, champagne mango, honey mango, 金芒, 台芒, 香芒, 芒果仔, 水仙芒
cucumber, 黄瓜, 青瓜, 小黄瓜, 胡瓜, 刺瓜, 花瓜, 水果黄瓜
celery, 芹菜, 西芹
green cabbage, 卷心菜, 圆白菜, 高丽菜, 洋白菜, 包菜, 椰菜, 包心菜, 莲花白, 大头菜
lettuce, 生菜, 莴苣
spinach, 菠菜
南瓜, 金瓜
loofah, luffa, 丝瓜
long bean, 豆角, 长豆
mussel, 青口, 贻贝, 淡菜
tuna, 金枪鱼, 吞拿鱼, 鲔鱼
cuttlefish, 墨鱼, 乌贼
lobster, 龙虾, 波士顿龙虾, 波龙, maine lobster, canadian lobster, 加拿大龙虾
生蚝, 牡蛎, 蚵仔
ham, 火腿
bacon, 培根, 烟肉, 烟熏肉
beef brisket, brisket, 牛腩
pasta, spaghetti, 意面, 意粉, 意大利面
macaroni, 通心粉, 通粉
salad, 沙拉, 沙律, 色拉
sandwich, 三明治, 三文治
waffle, 华夫饼, 窝夫, 松格饼
pudding, 布丁, 布甸
果冻, 啫喱
nougat, 牛轧糖, 鸟结糖
jasmine tea, 茉莉花茶, 香片, 茉莉茶, heung pin, 茉莉香片, 茉莉绿茶, 香片茶
jasmine pearl, dragon pearl, 茉莉龙珠, 龙珠, phoenix pearl, 茉莉绣球, 绣球
chili crisp, chilli crisp, crispy chili, 油辣椒, 辣椒酱, 香辣酱, chile crunch, chilli crunch, chili crunch, chile crisp, crunchy chili oil, crunchy chilli oil, chiu chow chili oil, hot chili oil, 香辣脆, 辣椒脆, 油泼辣椒, 潮州辣椒油, 辣子酱, 香辣脆油辣椒, 风味辣椒
ketchup, 番茄酱
oyster sauce, 蚝油
cooking wine, shaoxing wine, 料酒, 绍兴酒, 黄酒
starch, cornstarch, 淀粉, 生粉, 粟粉, 太白粉, 豆粉
salt, 食盐
glass noodle, vermicelli, 粉丝, cellophane noodle, tung fun, 冬粉, 粉条
udon, 乌冬, 乌冬面
soba, 荞麦面
instant noodle, 方便面, 泡面, 公仔面, 速食面, 即食面
char siu, cha siu, bbq pork, barbecue pork, 叉烧
pork cutlet, tonkatsu, katsu, pork chop, breaded pork, breaded cutlet, crumbed pork, crumbed cutlet, panko pork, pork schnitzel, schnitzel, 猪排, 猪扒, 炸猪排, 吉列猪扒, 吉列猪排, 面包糠猪排, 炸猪扒, 豚排
kimchi, 泡菜
tofu, bean curd, beancurd, 豆腐, dau fu, tau foo, tauhu, dubu, 老豆腐, 嫩豆腐, 板豆腐
tofu skin, bean curd sheet, yuba, 腐竹, 豆皮
latte, 拿铁, 拿铁咖啡, 鲜奶咖啡, 那堤
americano, 美式咖啡, 黑咖啡, black coffee, long black, 斋啡, lungo, black americano, 美式, 美式黑咖, 冰美式, 热美式
matcha, 抹茶, green tea powder, 绿茶粉, 末茶
longjing, dragon well, dragonwell, lung ching, 龙井, lung jing, loong jeng, long jing, lungching, 明前茶, 雨前茶, 西湖龙井, 明前龙井, 龙井茶
puer, pu erh, puerh, pu er, bo lay, bo lei, 普洱, 菊普, ripe puer, shou puer, raw puer, sheng puer, po lay, po lei, bolei, guk bo, gook bo, kuk po, 熟普, 生普, 熟普洱, 普洱茶, 陈年普洱, 普洱饼
tieguanyin, iron goddess, ti kuan yin, 铁观音, tit kwun yum, tie guan yin, tit koon yam, 铁观音茶
oolong, wulong, wu long, si ji chun, jin xuan, 四季春, 金萱, 东方美人, 包种, 乌龙, 青茶, 乌龙茶
hojicha, houjicha, roasted green tea, 焙茶, houji cha, hoji tea, 烘焙茶, 焙煎茶
brown sugar, 黑糖, 红糖, 片糖, kokuto, muscovado, 黄糖, 赤砂糖
yogurt, yoghurt, 酸奶, 优格, 优酪乳, 优酪
cheese, 芝士, 奶酪, 起司, 干酪, 乳酪, 起士
cheese foam, cheese cap, milk cap, 奶盖, 芝芝
soda, pop, soft drink, fizzy drink, carbonated drink, 汽水, 气泡水, 苏打水, 梳打水, 碳酸饮料, fizzy pop, soda pop, seltzer, sparkling drink, bubbly drink, 气水, 有气饮料, 带气饮料, 气泡饮料, 荷兰水, 冒泡饮料, 碳酸水
ice cream, gelato, 雪糕, 冰淇淋, 冰激凌, 霜淇淋, icecream, soft serve, 冰欺凌, 冰激淋, 雪糕杯, 甜筒
popsicle, ice pop, ice lolly, ice bar, 雪条, 冰棍, 冰棒, 老冰棍, 冰条, ice cream bar, freezie, freezer pop, freeze pop, paleta, icy pole, 棒冰, 雪批, 霜条, 枝仔冰, 冰棍儿, 雪糕条
slush, slushie, smoothie, 冰沙, 沙冰
cupcake, muffin, fairy cake, mini cake, small cake, 迷你蛋糕, 小杯蛋糕, 杯子蛋糕, 纸杯蛋糕, 玛芬, 麦芬, queen cake, 马芬, 小蛋糕, 松饼杯
cookie, biscuit, 饼干, 曲奇, 曲奇饼, 饼仔, 酥饼干, 小饼干
croissant, 可颂, 牛角包, 羊角包, 牛角酥, 羊角面包, 牛角面包, crescent roll, butter croissant, cornetto, kipferl, 牛角, 起酥面包, 法式可颂, 可颂面包
desiccated coconut, shredded coconut, 椰丝, 椰蓉
pork floss, meat floss, 肉松, 猪肉松, rousong, rou song, yuk sung, yuk song, bak hu, 肉绒, 肉酥, 肉丝松
chinese sausage, lap cheong, 腊肠
luncheon meat, spam, 午餐肉, 餐蛋肉
crab stick, imitation crab, surimi, 蟹柳, 蟹肉棒
squid, calamari, 鱿鱼, 花枝
clam, 蛤蜊, 花蛤, 蚬, 文蛤, 花甲, 蛤仔
scallop, 扇贝, 带子
salmon, 三文鱼, 鲑鱼
century egg, preserved egg, thousand year egg, 皮蛋, 松花蛋
salted egg, 咸蛋, 咸鸭蛋, 咸蛋黄
free run egg, free range egg, cage free egg, 土鸡蛋, 走地鸡蛋, 散养鸡蛋, brown egg, farm egg, large egg, chicken egg, dozen egg, 柴鸡蛋, 笨鸡蛋, 草鸡蛋, 红壳蛋, 农场鸡蛋, 鸡春, 鸡卵
milk candy, 奶糖, 牛奶糖, 奶油糖, chewy sweet, chewy milk candy, 大白兔, 白兔糖, 鲜奶糖
chocolate, 巧克力, 朱古力, choccy, choc, chocolate bar, bar of chocolate, choc bar, dark chocolate, milk chocolate, chocolate candy, cacao, cocoa, 黑巧, 黑巧克力, 朱古力糖, 巧克力糖, 巧克力排块, 可可
seaweed, nori, laver, 海苔, 紫菜, 烤海苔, gim, 海苔片, 紫菜片
rice cracker, rice biscuit, senbei, 米饼, 米果, 仙贝, 雪饼, arare, okaki, rice snack, rice crisp, 雪米饼, 旺旺雪饼, 旺旺仙贝, 旺旺, 海苔饼
popcorn, 爆米花, 爆谷, 爆玉米花, 玉米花, 爆粟米
red envelope, red packet, red pocket, lucky money, hongbao, lai see, 红包, 利是, 利市, 压岁包, 红封包, 压岁钱, ang pow, ang pao, ang bao, angpow, angpao, ang pau, hong bao, lai si, laisee, lei see, lixi, li xi, money envelope, money packet, 利事, 利是封, 红封, 红包袋, 红包封, 压岁袋, 压祟钱, 新年红包
teapot, tea pot, tea brewer, 茶壶, 泥壶, 手工壶, 小茶壶, 陶瓷壶, tea kettle, kyusu, cha hu, 泡茶壶, 紫砂壶, 陶壶, 功夫茶壶
chopstick, chop stick, 筷子, 箸, 筷, 竹箸, 筷箸, 对筷, 夫妻筷, hashi, jeotgarak, fai ji, faai zi, 快子, 木筷, 竹筷, 漆筷, chopstix
hamper, gift basket, 礼篮, 果篮, 礼品篮, fruit basket, welcome basket, care package, 水果篮, 生果篮, 礼物篮, 慰问篮
frozen, 速冻, 冷冻, 急冻, 雪藏
hong kong, hong kong style, hk style, 港式, 香港, 茶餐厅, cha chaan teng
台式, 台湾
日式, 日本
韩式, 韩国
taiwanese, taiwan
sichuan, szechuan, szechwan, 四川, 川味
咖喱, 咖哩
sampler, assortment, variety pack, variety box
birthday, bday, 生日
watermelon, 西瓜, 寒瓜
blueberry, 蓝莓, 蓝梅
lemon, 柠檬, 黎檬
洋葱, 葱头, 圆葱
okra, lady finger, ladyfinger, 秋葵, 羊角豆
asparagus, 芦笋, 露笋
water chestnut, 马蹄, 荸荠
cassava, yuca, manioc, 木薯
beet, beetroot, 甜菜根, 红菜头
chayote, 佛手瓜
jicama, yam bean, 沙葛, 豆薯, 凉薯
leek, 韭葱, 大葱
chili pepper, chilli pepper, hot pepper, 辣椒, 尖椒, 小米辣
lime, 青柠, 青柠檬
durian, 榴莲
jackfruit, 菠萝蜜, 大树菠萝
starfruit, carambola, 杨桃
wax apple, rose apple, 莲雾
papaya, 木瓜
kumquat, 金桔, 金橘, 柑桔
yuzu, 柚子, 香橙, 日本柚子
osmanthus, 桂花
chrysanthemum, 菊花, 胎菊, 杭菊, 杭白菊, gook fa, guk fa
honeysuckle, 金银花
glutinous rice, sticky rice, sweet rice, 糯米, 江米
flour, 面粉
cooking oil, vegetable oil, canola oil, 食用油, 菜油, 植物油
sesame oil, 麻油, 香油, 芝麻油
fish sauce, nam pla, nuoc mam, 鱼露
oatmeal, oats, porridge oats, 燕麦, 燕麦片, 麦皮
ground pork, minced pork, pork mince, 猪肉碎, 免治猪肉, 绞肉
ground beef, minced beef, beef mince, 牛肉碎, 免治牛肉
chicken wing, 鸡翅, 鸡翼, 鸡翅膀
chicken breast, 鸡胸, 鸡胸肉
pork belly, 五花肉, 五花腩, 三层肉
spare rib, sparerib, 排骨
crab, 螃蟹
crayfish, crawfish, 小龙虾, 麻辣小龙虾
gummy, gummy candy, gummies, 软糖, 橡皮糖
chewing gum, gum, 口香糖, 香口胶
lollipop, sucker, 棒棒糖, 波板糖
potato chip, 薯片, 洋芋片
pretzel, 椒盐卷, 椒盐脆饼, 蝴蝶脆饼, 扭结饼, 椒盐卷饼
orange peel, tangerine peel, dried tangerine peel, chenpi, 陈皮, 橙皮, 橘皮
honey mandarin, honey tangerine, 蜜桔, 蜜橘
toast, 吐司, 土司, 多士
scone, 司康, 英式松饼
brownie, 布朗尼
macaron, 马卡龙
smoked salmon, lox, 烟熏三文鱼
sashimi, 刺身, 鱼生, 生鱼片
gift box, gift set, 礼盒, 礼盒装
`

/**
 * Each row has general words and, after `<`, specific words. If a product's name ends with a specific word, the search
 * treats the general words as names of groups of the product. If the specific word is elsewhere in the product's names,
 * as in a soup with shrimp, the product ranks lower.
 */
export const kinds = `
seafood, 海鲜, 水产 < shrimp, prawn, lobster, crab, fish, salmon, tuna, cod, squid, clam, scallop, oyster, 虾, 蟹, 鱼, 鱿, 龙虾, 带子, 扇贝, 生蚝, 蛤
dessert, 甜点, 甜品, 甜食, 甜点心 < cake, cupcake, shortcake, cheesecake, mooncake, tart, ice cream, pudding, doughnut, donut, mochi, dango, tangyuan, sago, crepe, brownie, macaron, 蛋糕, 月饼, 冰淇淋, 布丁, 甜甜圈, 蛋挞, 汤圆, 西米露, 千层, 团子
candy, sweets, 糖果, lolly, sweetie, boiled sweet, hard candy, 糖仔, 糖, 喜糖, 零食糖 < candy, gummy, lollipop, toffee, 奶糖, 软糖, 硬糖, 棒棒糖
breakfast, 早餐, 早点, brunch, brekkie, 早饭, 早上吃 < bread, loaf, croissant, bagel, toast, congee, porridge, soy milk, oatmeal, cereal, 面包, 吐司, 粥, 豆浆, 油条, 包子, 馒头, 麦片
seasoning, condiment, 调料, 调味料, 调味品, 佐料, 酱料, 酱汁, sauce, 炒菜调料, 烹饪调料 < soy sauce, oyster sauce, fish sauce, vinegar, salt, chilli oil, chili oil, chilli crisp, 酱油, 生抽, 老抽, 蚝油, 醋, 海盐, 辣酱, 豆瓣酱
hot sauce, chilli sauce, chili sauce, 辣椒酱, 下饭酱, chile sauce, hot chili sauce, sambal, 辣酱, 辣子 < chilli crisp, chili crisp, chili oil, sriracha, 辣酱, 老干妈
chips, crisps, 薯片, 膨化 < cracker, popcorn, pretzel, potato chip, 米饼, 爆米花, 虾条
nuts, 坚果, 果仁 < peanut, walnut, cashew, almond, pistachio, chestnut, nut, 花生, 核桃, 腰果, 开心果, 栗子, 杏仁, 五仁, 果仁
leafy greens, greens, leafy vegetables, 绿叶菜, 叶菜, 绿叶蔬菜, 青菜, green vegetable, asian greens, chinese greens, 绿叶, 深绿色蔬菜 < bok choy, spinach, gai lan, napa cabbage, cabbage, lettuce, kale, chard, yu choy, choy sum, 小白菜, 大白菜, 菠菜, 生菜, 芥兰, 空心菜, 上海青, 油菜, 菜心
berries, 莓果, 浆果, berry, mixed berry, 梅果 < strawberry, blueberry, raspberry, blackberry, 草莓, 蓝莓, 树莓
citrus, 柑橘, 柑橘类, 柑桔 < orange, mandarin, tangerine, lemon, lime, grapefruit, pomelo, 橙子, 橘子, 柠檬, 柚子
orange < mandarin, tangerine
mushroom, 菇, 菌菇 < shiitake, enoki, portobello, 香菇, 金针菇, 平菇
pickle, 腌菜, 酱菜, 咸菜 < kimchi, pickled vegetable, 泡菜, 榨菜
barley tea, genmaicha, brown rice tea, 大麦茶, 玄米茶, 麦茶, 荞麦茶 < hojicha, hojicha latte, 焙茶拿铁
fish ball, fishball, 鱼丸, 鱼蛋, 鱼旦, 甜不辣, 黑轮 < fish cake, fish cake swirl, narutomaki, 鱼板, 鸣门卷
罗汉果茶, 枸杞茶, 菊花枸杞茶, 金银花茶, 决明子茶, herbal tea, floral tea, flower tea, tisane, 花茶, 花草茶, tea without caffeine, 养生茶, 花草, 草本茶, peppermint tea, mint tea, infusion, fruit infusion < chrysanthemum, chrysanthemum bud, chamomile, rooibos, rose tea, 菊花, 胎菊, 玫瑰花
green tea, 绿茶, 明前, 明前茶, 雨前茶, 新茶, 春茶, 绿茶茶叶 < matcha, longjing, sencha, biluochun, 抹茶, 龙井, 碧螺春
bubble tea, boba tea, 珍奶 < pearl milk tea, boba, 珍珠奶茶, 波霸
boba, bubble, tapioca, tapioca drink, tapioca pearl, 珍珠, 波霸, 粉圆 < boba fresh milk, 波霸鲜奶, 波波鲜奶, pearl milk tea, tapioca pearl, 珍珠奶茶
purple yam, ube, taro ball, 芋圆, 香芋地瓜丸 < taro, 芋头, 芋泥
gyoza, potsticker, pot sticker, jiaozi, 锅贴, 煎饺, 蒸饺, wor tip, wo tip, guo tie, guotie, kuo teh, kuotieh, gow gee, gau ji, gow ji, jiao zi, mandu, pierogi, pelmeni, 煎饺子, 饺 < dumpling, 饺子, 水饺
ramen, noodle soup, soup noodle, 拉面, 汤面, 面汤 < noodle soup, 牛肉面, 汤面, 云吞面
noodle, 面条, 粉面, mian, mee, mein, 面 < laksa, ramen, udon, soba, 叻沙, 米粉, 河粉
vegetarian noodle, meatless noodle, 素面, 素食面, 斋面, 素拌面 < scallion oil noodle, sesame noodle, tomato egg noodle, egg noodle, 葱油拌面, 凉面, 鸡蛋面
vegan noodle, 纯素面, 全素面 < scallion oil noodle, sesame noodle, 葱油拌面, 凉面
lo mein, chow mein, dry noodle, 拌面, 捞面, 干拌面 < scallion oil noodle, dan dan noodle, sesame noodle, 担担面, 葱油面, 凉面
cold noodle, liangpi, 凉皮, 冷面, 凉面 < cold sesame noodle, 凉面
white rice, long grain rice, thai rice, 大米, 白米, 泰国米, 泰国香米, raw rice, uncooked rice, dry rice, bag of rice, big bag of rice, rice bag, sack of rice, fragrant rice, hom mali, hom mali rice, beras, 米袋, 一袋米, 袋装米, 香稻, 丝苗米, 长粒米, 长粒香, 东北大米, 生米 < jasmine rice, 香米
rice bowl, rice plate, rice box, 盖饭, 盖浇饭, don, donburi, 碟头饭, 烩饭 < over rice, tofu rice, chicken rice, char siu rice, cutlet curry, fried rice, 叉烧饭, 鸡饭, 猪排饭, 豆腐饭, 炒饭
egg fried rice, chaofan, 蛋炒饭, 炒饭 < fried rice, 炒饭
fried chicken, karaage, chicken nugget, chicken bite, 炸鸡, 鸡块 < popcorn chicken, chicken wing, 盐酥鸡, 鸡米花
sushi, 寿司 < onigiri, 饭团
light soy, dark soy, soya, 老抽 < soy sauce, 酱油, 生抽
steamed bun, baozi, bao, 包子, bau, pao, 包 < xiao long bao, char siu bun, pork bun, 小笼包, 叉烧包, 菜包, 肉包
sandwich bread, sliced bread, white bread, loaf of bread, toast, 切片面包, 白面包, 吐司, 土司, 方包, 多士 < loaf, toast, shokupan, 吐司
bread, 面包, 面饱, 餐包 < bun, loaf, croissant, bagel, brioche, baguette, 餐包, 菠萝包, 吐司, 可颂, 贝果
cake, 糕点, 糕饼 < cheesecake, shortcake, cupcake, mille crepe, 蛋糕
kettle corn < popcorn, 爆米花
coconut water, 椰子水, 椰青水, coconut juice, fresh coconut water, 椰汁, 椰水 < young coconut, 椰青, 椰皇
guacamole, 牛油果酱 < avocado, 牛油果
japanese, japan < mochi, dango, milk loaf, shokupan, onigiri, udon, soba, sushi, daifuku, katsu, 团子, 麻薯, 饭团, 乌冬
korean, korea < kimchi, gochujang, tteokbokki, 泡菜, 年糕
custard, 奶黄 < egg tart, 蛋挞
portuguese tart, pastel de nata, 葡挞, 葡式蛋挞, 葡塔 < egg tart, 蛋挞
roast meat, siu mei, siu mei rice, 烧腊, 烧味, 烧腊饭, 烧味饭, siu lap, siu mei fan, cantonese bbq, 烧腊拼盘, 双拼饭 < char siu rice, char siu, roast duck, roast pork, 叉烧饭, 叉烧, 烧鸭, 烧肉
stir fry, home cooking, 家常菜, 小炒, 下饭菜 < mapo tofu, kung pao chicken, fried rice, 麻婆豆腐, 宫保鸡丁, 番茄炒蛋, 炒饭
ramen topping, hot pot, hotpot, steamboat, 火锅, 火锅料, 火锅丸子, 关东煮, 打边炉 < fish cake, narutomaki, fish ball, tofu, 鱼板, 鱼丸, 豆腐, 金针菇, 鸣门卷
cereal, 麦片 < oatmeal, granola
teaware, tea set, 茶具, 功夫茶具, 工夫茶具 < teapot, tea cup, gaiwan, 茶壶, 茶杯, 盖碗
tableware, cutlery, utensil, 餐具 < chopstick, spoon, fork, bowl, plate, 筷子, 勺子, 碗, 盘子
gift, present, housewarming, 礼物, 礼品, 送礼, 送人, 乔迁, 手信, 伴手礼, 见家长, 拜访 < gift box, gift set, gift basket, hamper, sampler, 礼盒, 礼篮
cold drink, iced drink, 冷饮, 冰饮, chilled drink, 冻饮, 凉饮 < slush, smoothie, soda, iced tea, lemon tea, juice, 冰沙, 汽水, 气泡水, 果汁, 酸梅汤
sparkling water, fizzy water, 气泡水, 苏打水 < fizz, sparkling
soup, 汤 < noodle soup, wonton soup, 云吞汤
tin, canned, can of, 罐头, tinned < in syrup, in light syrup, 糖水
ice cream cone, 甜筒, 冰品 < ice cream, 冰淇淋, 雪糕
canned fruit, fruit cocktail, 水果罐头, tinned fruit, tinned lychee, canned lychee, fruit in syrup, 罐头水果, 糖水水果, 罐装水果 < lychee in syrup, lychee in light syrup, 糖水荔枝, 荔枝罐头, 黄桃罐头
eating apple, crisp apple, crunchy apple, red apple, fuji, gala, granny smith, ambrosia, 平安果, 蛇果, 红富士, 富士苹果, 脆苹果, 红苹果, bag of apples < apple, 苹果
black grape, red grape, purple grape, green grape, seedless grape, concord, muscat, shine muscat, 黑提, 红提, 青提, 黑葡萄, 紫葡萄, 无籽葡萄, 夏黑, 阳光玫瑰, 提子 < grape, 葡萄
peach, 桃, 桃子, 水蜜桃, 蜜桃, 白桃, 黄桃, 毛桃, 油桃, nectarine < peach, white peach, nectarine, 桃子, 水蜜桃, 黄桃
stone fruit, 核果 < peach, cherry, plum, 桃子, 樱桃, 李子
plum, 李子, 布林, 西梅 < plum
coconut, fresh coconut, thai coconut, drinking coconut, 椰子, 椰青, 嫩椰子, 青椰 < young coconut, coconut, 椰青, 椰皇
radish, 萝卜, 菜头 < daikon, 白萝卜
toffee, taffy, caramel, chewy candy, chewy sweet, chew, 太妃糖, 牛轧糖 < milk candy, nougat, 奶糖, 牛轧糖
paper lantern, red lantern, tanglung, lampion, lamp, paper lamp, hanging lamp, lantern light, new year lamp, 提灯, 花灯, 宫灯, 彩灯, 纸灯, 纸灯笼, 挂灯, 灯饰, 灯 < lantern, 灯笼
saltine, soda cracker, biscuit, 苏打饼, 梳打饼, 饼干 < cracker, rice cracker, 米饼
mushroom, 蘑菇, 菌子 < shiitake, enoki, oyster mushroom, 香菇, 金针菇
meat bun, meat bao, pork bao, 肉包, 肉包子, 大肉包 < char siu bun, pork bun, xiao long bao, 叉烧餐包, 叉烧包, 小笼包
lemonade, lemon juice, lemon drink, 柠檬水, 柠檬汁 < lemon tea, yuzu soda, 柠檬茶, 柚子汽水
melon bread, melonpan, melon pan, sweet bun, mexican bun, concha, 甜面包, 墨西哥包, 蜜瓜包 < pineapple bun, cocktail bun, 菠萝包, 鸡尾包
pain au lait, brioche, white loaf, raisin bread, 白面包, 软面包 < milk loaf, loaf, shokupan, 吐司
zha jiang mian, jajangmyeon, bak chor mee, minced meat noodle, 炸酱面, 肉脞面, 杂酱面, 肉酱面, 臊子面 < dan dan noodle, 担担面
large mango, yellow mango, alphonso, kesar, 大芒果, 小芒果, 小台芒, 黄芒果 < mango, 芒果, 金芒
melon, honeydew, 瓜 < hami melon, cantaloupe, honeydew, watermelon, 哈密瓜, 西瓜
king prawn, tiger prawn, 冻虾, 冻大虾, jumbo shrimp, large shrimp, raw shrimp, udang, 大虾, 明虾, 对虾, 虾仁, 基围虾, 白虾, 红虾, 虾子 < shrimp, prawn, 红虾, 鲜虾, 虾
blossom honey, raw honey, bee honey, clover honey, 蜜糖, 蜂糖, 土蜂蜜, 野蜂蜜, 蜂王浆, 槐花蜜, 椴树蜜, 蜂蜜水 < honey, 蜂蜜, 生蜜
table salt, rock salt, kosher salt, flaky salt, sea salt flake, finishing salt, cooking salt, coarse salt, 盐巴, 食盐, 粗盐, 咸盐, 精盐, 岩盐, 盐花 < sea salt, table salt, 海盐, 食盐
flatbread, flat bread, pancake, naan, pita, savoury pancake, 烙饼, 大饼, 饼, 烧饼, 薄饼 < scallion pancake, paratha, roti, naan, 葱油饼, 烙饼
hot milk tea, iced milk tea, milktea, milky tea, teh tarik, thai tea, chai, 奶茶, 热奶茶, 冻奶茶, 冰奶茶, 鲜奶茶 < milk tea, 奶茶, 奶绿
cheese tea, cream tea, milk foam tea, milk cap tea, 奶盖茶, 奶盖, 芝士奶盖, 芝士茶 < cheese foam, 芝芝莓莓, 芝芝葡萄, 多肉葡萄
shaved ice, frappe, frappuccino, blended drink, slurpee, icee, 刨冰, 绵绵冰, 星冰乐, 沙冰 < slush, smoothie, 冰沙
plant milk, plant based milk, oat milk, oatmilk, nut milk, vegan milk, 植物奶, 燕麦奶, 植物蛋白 < soy milk, oat latte, oat milk, almond milk, 豆浆, 燕麦拿铁
juice, fruit juice, 果汁, 鲜榨果汁, 果汁饮料, juice box, juice pack, drink box, kids juice, 儿童果汁, 盒装果汁, 盒装饮料 < plum drink, juice, 酸梅汤
coffee, iced coffee, hot coffee, kopi, cafe, caffe, 冰咖啡, 冻咖啡, 热咖啡, 现磨咖啡, 即磨咖啡 < americano, espresso, cappuccino, cold brew, flat white, mocha, 美式
cold brew tea, iced tea, ice tea, 冰茶, 冻茶, 冷泡茶 < lemon tea, peach tea, white peach oolong, green tea, 柠檬茶, 果茶, 蜜桃乌龙
black tea, red tea, english breakfast, earl grey, assam, ceylon, 红茶 < lemon tea, black tea, stocking milk tea, hong kong milk tea, 柠檬茶, 红茶
salty egg, salted duck egg, 咸蛋黄, 流沙, 金沙 < salted egg popcorn, 咸蛋黄爆米花
sauce, 酱, 酱汁 < soy sauce, oyster sauce, fish sauce, hoisin sauce, chilli crisp, 酱油, 生抽, 蚝油, 辣酱
bean, dried bean, pulse, legume, 豆子, 杂粮, 五谷, 豆类 < adzuki bean, mung bean, black bean, lentil, 红小豆, 红豆, 绿豆, 黑豆
potato, root vegetable, 根茎, 薯类, spud, root veg, 土豆 < sweet potato, potato, 蜜薯, 红薯, 土豆
sour drink, 酸的, 酸甜 < lemon tea, plum drink, kumquat fizz, 柠檬茶, 酸梅汤
fish, 鱼 < salmon, cod, tuna, fish cake, salmon onigiri, 三文鱼, 鳕鱼, 三文鱼饭团
chicken, 鸡, 鸡肉 < popcorn chicken, chicken rice, chicken wing, 盐酥鸡, 鸡饭
pork, 猪肉 < char siu, char siu rice, pork floss, pork cutlet, xiao long bao, 叉烧, 叉烧饭, 猪排饭, 小笼包
beef, 牛肉 < beef noodle soup, beef brisket, 牛肉面, 牛腩
`
