import type { Diet } from '#contract/constants.ts'

/*
 * Words for food, tea and gifts, in both languages. Each line of a list is a row of words, separated by commas, in the
 * singular and in simplified characters.
 */

/** For each diet, the words that shoppers type for it. Each of these words finds every product with the diet. */
export const dietWords: Record<Diet, string> = {
  vegetarian: 'vegetarian, veggie, meatless, meat-free, no meat, 素食, 素的, 不吃肉, 吃素, 无肉, 不含肉',
  vegan: 'vegan, plant-based, 纯素, 全素',
  halal: 'halal, 清真',
  gluten_free: 'gluten-free, 无麸质, gf, 不含麸质, no gluten',
  spicy: 'spicy, 香辣, 辣的',
}

/**
 * Rows of words with the same meaning. If any text of a product has a word of a row, every word of that row finds the
 * product.
 */
export const sameClaims = `
sugar free, no sugar, no added sugar, zero sugar, unsweetened, 无糖, 不加糖, 零糖
dairy free, no dairy, non dairy, lactose free, 不含奶, 无乳糖
decaf, decaffeinated, no caffeine, caffeine free, 无咖啡因, 不含咖啡因
no msg, msg free, 无味精, 不加味精
`

/**
 * Rows of words for the same thing. If a product's names or synonyms have a word of a row, every word of that row finds
 * the product.
 */
export const sameThings = `
scallion, spring onion, green onion, 香葱, 小葱, 青葱
scallion pancake, green onion cake, 葱油饼, 手抓饼
shrimp, prawn
eggplant, aubergine, brinjal, 茄子, 矮瓜, 茄瓜
cilantro, coriander, 香菜, 芫荽
zucchini, courgette, 西葫芦
arugula, rocket
bell pepper, capsicum, 甜椒, 彩椒
chickpea, garbanzo, 鹰嘴豆
maize, sweet corn, corn on the cob, 玉米, 粟米, 苞米
sweet potato, yam, 红薯, 地瓜, 番薯, 甘薯, 蜜薯
土豆, 马铃薯, 洋芋, 薯仔
tomato, 番茄, 西红柿
bok choy, bok choi, pak choi, pak choy, 小白菜, 青江菜, 上海青, 小油菜, 青梗菜, 小棠菜, 瓢儿菜
napa cabbage, chinese cabbage, 大白菜
chinese broccoli, gai lan, kai lan, 芥兰, 芥蓝
yu choy, choy sum, 菜心
water spinach, morning glory, ong choy, kang kong, 空心菜, 通菜
daikon, white radish, 白萝卜
carrot, 胡萝卜, 红萝卜
garlic chive, chinese chive, 韭菜
bean sprout, 豆芽, 芽菜
shiitake, 香菇, 冬菇, 花菇
enoki, 金针菇
oyster mushroom, 平菇
wood ear, black fungus, 木耳, 云耳
lotus root, 莲藕
bitter melon, bitter gourd, 苦瓜, 凉瓜
winter melon, 冬瓜
broccoli, 西兰花, 西蓝花, 花椰菜, 青花菜
cauliflower, 菜花, 椰菜花
snow pea, 荷兰豆, 雪豆
snap pea, 甜豆, 蜜豆
edamame, 毛豆, 枝豆
taro, 芋头, 香芋, 芋泥, 芋艿
ginger, 生姜, 老姜, 鲜姜
garlic, 大蒜, 蒜头
persimmon, 柿子
mandarin, tangerine, clementine, satsuma, 橘子, 桔子, 蜜桔, 蜜橘, 砂糖橘, 沙糖桔, 柑橘
grapefruit, 西柚, 葡萄柚
dragon fruit, pitaya, 火龙果
kiwi, kiwifruit, 猕猴桃, 奇异果
lychee, litchi, 荔枝
longan, 龙眼, 桂圆
pineapple, 菠萝, 凤梨
葡萄, 提子
hami melon, cantaloupe, rockmelon, muskmelon, 哈密瓜, 蜜瓜
crown pear, asian pear, nashi, chinese pear, 雪梨, 鸭梨, 皇冠梨, 香梨
cherry, 樱桃, 车厘子
avocado, 牛油果, 鳄梨, 酪梨
jujube, red date, chinese date, 红枣, 大枣
goji, wolfberry, 枸杞
peanut, groundnut, 花生, 落花生
chestnut, 板栗, 栗子
red bean, adzuki, azuki, aduki, 红豆, 赤小豆, 红小豆, 赤豆, 豆沙
mung bean, 绿豆
sesame paste, tahini, 芝麻酱, 麻酱
soy sauce, soya sauce, shoyu, 酱油, 豉油, 生抽
chinkiang vinegar, zhenjiang vinegar, black vinegar, 镇江香醋, 镇江醋, 黑醋, 陈醋, 香醋
chili, chilli, chile
chili oil, chilli oil, 辣椒油, 辣油, 红油, 油泼辣子
strawberry, 草莓, 士多啤梨
guava, 番石榴, 芭乐
orange, 橙子, 柳丁, 香橙
李子, 布冧
passion fruit, 百香果, 热情果
pomelo, 沙田柚, 文旦
mango, 芒果, 檬果
cucumber, 黄瓜, 青瓜, 小黄瓜
celery, 芹菜, 西芹
green cabbage, 卷心菜, 圆白菜, 高丽菜, 洋白菜
lettuce, 生菜, 莴苣
spinach, 菠菜
南瓜, 金瓜
loofah, luffa, 丝瓜
long bean, 豆角, 长豆
mussel, 青口, 贻贝, 淡菜
tuna, 金枪鱼, 吞拿鱼, 鲔鱼
cuttlefish, 墨鱼, 乌贼
lobster, 龙虾
生蚝, 牡蛎, 蚵仔
ham, 火腿
bacon, 培根, 烟肉
beef brisket, brisket, 牛腩
pasta, spaghetti, 意面, 意粉, 意大利面
macaroni, 通心粉, 通粉
salad, 沙拉, 沙律, 色拉
sandwich, 三明治, 三文治
waffle, 华夫饼, 窝夫, 松格饼
pudding, 布丁, 布甸
果冻, 啫喱
grass jelly, 仙草, 烧仙草
tofu pudding, douhua, 豆花, 豆腐花, 豆腐脑
nougat, 牛轧糖, 鸟结糖
jasmine tea, 茉莉花茶, 香片, 茉莉茶
jasmine pearl, dragon pearl, 茉莉龙珠, 龙珠
lemon tea, 柠檬茶, 柠茶, 冻柠茶
珍珠奶茶, 粉圆奶茶
chili crisp, chilli crisp, crispy chili, 油辣椒, 辣椒酱, 香辣酱
ketchup, 番茄酱
oyster sauce, 蚝油
cooking wine, shaoxing wine, 料酒, 绍兴酒, 黄酒
starch, cornstarch, 淀粉, 生粉
salt, 食盐
glass noodle, vermicelli, 粉丝
udon, 乌冬, 乌冬面
soba, 荞麦面
instant noodle, 方便面, 泡面, 公仔面, 速食面, 即食面
dan dan noodle, tan tan noodle, dandan noodle, 担担面
饺子, 水饺
wonton, wantan, won ton, wanton, 馄饨, 云吞, 抄手, 扁食
xiao long bao, xiaolongbao, soup dumpling, 小笼包, 汤包, 灌汤包, 小笼, 小笼汤包, 小笼馒头
har gow, ha gow, har gau, shrimp dumpling, crystal dumpling, 虾饺, 水晶饺
siu mai, shumai, shao mai, 烧卖, 烧麦
char siu, cha siu, bbq pork, barbecue pork, 叉烧
spring roll, egg roll, 春卷
onigiri, rice ball, 饭团, 御饭团, 三角饭团
congee, jook, porridge, rice porridge, 稀饭, 粥, 白粥
pork cutlet, tonkatsu, katsu, pork chop, 猪排, 猪扒, 炸猪排, 吉列猪扒
popcorn chicken, salt and pepper chicken, 盐酥鸡, 鸡米花, 咸酥鸡, 盐水酥鸡, 炸鸡粒
kimchi, 泡菜
tofu, bean curd, beancurd, 豆腐
tofu skin, bean curd sheet, yuba, 腐竹, 豆皮
soy milk, soymilk, soya milk, soybean milk, 豆浆, 豆奶
latte, 拿铁
americano, 美式咖啡, 黑咖啡, black coffee, long black, 斋啡
matcha, 抹茶
longjing, dragon well, dragonwell, lung ching, 龙井
puer, pu erh, puerh, pu er, bo lay, bo lei, 普洱, 菊普
tieguanyin, iron goddess, ti kuan yin, 铁观音
oolong, wulong, wu long, 乌龙
hojicha, houjicha, roasted green tea, 焙茶
brown sugar, 黑糖, 红糖, 片糖
yogurt, yoghurt, 酸奶, 优格, 优酪乳
cheese, 芝士, 奶酪, 起司, 干酪
cheese foam, cheese cap, milk cap, 奶盖, 芝芝
soda, pop, soft drink, fizzy drink, carbonated drink, 汽水, 气泡水, 苏打水, 梳打水, 碳酸饮料
ice cream, gelato, 雪糕, 冰淇淋, 冰激凌, 霜淇淋
popsicle, ice pop, ice lolly, ice bar, 雪条, 冰棍, 冰棒, 老冰棍, 冰条
slush, slushie, smoothie, 冰沙, 沙冰
swiss roll, roll cake, cake roll, 瑞士卷, 蛋糕卷
cupcake, muffin, fairy cake, 杯子蛋糕, 纸杯蛋糕, 玛芬, 麦芬
doughnut, donut, 甜甜圈, 冬甩, 多拿滋
cookie, biscuit, 饼干, 曲奇, 曲奇饼
croissant, 可颂, 牛角包, 羊角包, 牛角酥, 羊角面包, 牛角面包
bolo bao, bo lo bao, pineapple bun, 菠萝包, 菠萝油
desiccated coconut, shredded coconut, 椰丝, 椰蓉
egg tart, custard tart, 蛋挞, 蛋塔, 蛋挞仔
mooncake, moon cake, 月饼
mille crepe, crepe cake, 千层, 千层蛋糕
mochi, 麻薯, 麻糬
tangyuan, tang yuan, glutinous rice ball, sticky rice ball, sweet dumpling, 汤圆, 元宵
dango, rice dumpling, 团子
zongzi, sticky rice dumpling, 粽子
pineapple cake, pineapple shortcake, 凤梨酥, 菠萝酥
rice cake, nian gao, 年糕
pork floss, meat floss, 肉松, 猪肉松
chinese sausage, lap cheong, 腊肠
luncheon meat, spam, 午餐肉, 餐蛋肉
fish ball, 鱼丸, 鱼蛋
fish cake, kamaboko, narutomaki, 鱼板, 鱼饼, 鸣门卷, 鱼糕
crab stick, imitation crab, surimi, 蟹柳, 蟹肉棒
squid, calamari, 鱿鱼, 花枝
clam, 蛤蜊, 花蛤, 蚬, 文蛤, 花甲
scallop, 扇贝, 带子
salmon, 三文鱼, 鲑鱼
century egg, preserved egg, thousand year egg, 皮蛋, 松花蛋
salted egg, 咸蛋, 咸鸭蛋, 咸蛋黄
free run egg, free range egg, cage free egg, 土鸡蛋, 走地鸡蛋, 散养鸡蛋
milk candy, 奶糖, 牛奶糖, 奶油糖
chocolate, 巧克力, 朱古力
seaweed, nori, laver, 海苔, 紫菜, 烤海苔
rice cracker, rice biscuit, senbei, 米饼, 米果, 仙贝, 雪饼
popcorn, 爆米花, 爆谷
red envelope, red packet, red pocket, lucky money, hongbao, lai see, 红包, 利是, 利市, 压岁包, 红封包, 压岁钱
teapot, tea pot, 茶壶
chopstick, chop stick, 筷子
hamper, gift basket, 礼篮, 果篮, 礼品篮
frozen, 速冻, 冷冻
hong kong, hong kong style, hk style, 港式, 香港, 茶餐厅, cha chaan teng
台式, 台湾
日式, 日本
韩式, 韩国
taiwanese, taiwan
sichuan, szechuan, szechwan, 四川, 川味
咖喱, 咖哩
sampler, assortment, variety pack, variety box
birthday, bday, 生日
`

/**
 * Each row has general words and, after `<`, the words in product names that they cover. Products whose names end with
 * a covered word are found as if in a group of that name. Other products with such a word, such as a soup with shrimp,
 * rank after them.
 */
export const kinds = `
seafood, 海鲜, 水产 < shrimp, prawn, lobster, crab, fish, salmon, tuna, cod, squid, clam, scallop, oyster, 虾, 蟹, 鱼, 鱿, 龙虾, 带子, 扇贝, 生蚝, 蛤
dessert, 甜点, 甜品 < cake, cupcake, shortcake, cheesecake, mooncake, tart, ice cream, pudding, doughnut, donut, mochi, dango, tangyuan, sago, crepe, brownie, macaron, 蛋糕, 月饼, 冰淇淋, 布丁, 甜甜圈, 蛋挞, 汤圆, 西米露, 千层, 团子
candy, sweets, 糖果 < candy, gummy, lollipop, toffee, 奶糖, 软糖, 硬糖, 棒棒糖
breakfast, 早餐, 早点 < bread, loaf, croissant, bagel, toast, congee, porridge, soy milk, oatmeal, cereal, 面包, 吐司, 粥, 豆浆, 油条, 包子, 馒头, 麦片
seasoning, condiment, 调料, 调味料 < soy sauce, oyster sauce, fish sauce, vinegar, salt, chilli oil, chili oil, chilli crisp, 酱油, 生抽, 老抽, 蚝油, 醋, 海盐, 辣酱, 豆瓣酱
hot sauce, chilli sauce, chili sauce, 辣椒酱, 下饭酱 < chilli crisp, chili crisp, chili oil, sriracha, 辣酱, 老干妈
chips, crisps, 薯片, 膨化 < cracker, popcorn, pretzel, potato chip, 米饼, 爆米花, 虾条
nuts, 坚果, 果仁 < peanut, walnut, cashew, almond, pistachio, chestnut, nut, 花生, 核桃, 腰果, 开心果, 栗子, 杏仁, 五仁, 果仁
leafy greens, greens, leafy vegetables, 绿叶菜, 叶菜, 绿叶蔬菜, 青菜 < bok choy, spinach, gai lan, napa cabbage, cabbage, lettuce, kale, chard, yu choy, choy sum, 小白菜, 大白菜, 菠菜, 生菜, 芥兰, 空心菜, 上海青, 油菜, 菜心
berries, 莓果, 浆果 < strawberry, blueberry, raspberry, blackberry, 草莓, 蓝莓, 树莓
citrus, 柑橘, 柑橘类 < orange, mandarin, tangerine, lemon, lime, grapefruit, pomelo, 橙子, 橘子, 柠檬, 柚子
orange < mandarin, tangerine
mushroom, 菇, 菌菇 < shiitake, enoki, portobello, 香菇, 金针菇, 平菇
pickle, 腌菜, 酱菜, 咸菜 < kimchi, pickled vegetable, 泡菜, 榨菜
herbal tea, floral tea, flower tea, tisane, 花茶, 花草茶 < chrysanthemum, chrysanthemum bud, chamomile, rooibos, rose tea, 菊花, 胎菊, 玫瑰花
green tea, 绿茶 < matcha, longjing, sencha, biluochun, 抹茶, 龙井, 碧螺春
bubble tea, boba tea, 珍奶 < pearl milk tea, boba, 珍珠奶茶, 波霸
boba, bubble, 珍珠, 波霸 < pearl milk tea, tapioca pearl, 珍珠奶茶
purple yam, ube < taro, 芋头, 芋泥
gyoza, potsticker, pot sticker, jiaozi, 锅贴, 煎饺, 蒸饺 < dumpling, 饺子, 水饺
ramen, noodle soup, soup noodle, 拉面, 汤面, 面汤 < noodle soup, 牛肉面, 汤面, 云吞面
noodle, 面条, 粉面 < laksa, ramen, udon, soba, 叻沙, 米粉, 河粉
lo mein, chow mein, dry noodle, 拌面, 捞面, 干拌面 < scallion oil noodle, dan dan noodle, sesame noodle, 担担面, 葱油面, 凉面
cold noodle, liangpi, 凉皮, 冷面, 凉面 < cold sesame noodle, 凉面
white rice, long grain rice, thai rice, 大米, 白米, 泰国米, 泰国香米 < jasmine rice, 香米
rice bowl, rice plate, rice box, 盖饭, 盖浇饭 < over rice, tofu rice, chicken rice, char siu rice, cutlet curry, fried rice, 叉烧饭, 鸡饭, 猪排饭, 豆腐饭, 炒饭
egg fried rice, chaofan, 蛋炒饭, 炒饭 < fried rice, 炒饭
fried chicken, karaage, chicken nugget, chicken bite, 炸鸡, 鸡块 < popcorn chicken, chicken wing, 盐酥鸡, 鸡米花
sushi, 寿司 < onigiri, 饭团
light soy, dark soy, soya, 老抽 < soy sauce, 酱油, 生抽
steamed bun, baozi, bao, 包子 < xiao long bao, char siu bun, pork bun, 小笼包, 叉烧包, 菜包, 肉包
sandwich bread, sliced bread, white bread, loaf of bread, toast, 切片面包, 白面包, 吐司, 土司, 方包, 多士 < loaf, toast, shokupan, 吐司
bread, 面包 < bun, loaf, croissant, bagel, brioche, baguette, 餐包, 菠萝包, 吐司, 可颂, 贝果
cake, 糕点 < cheesecake, shortcake, cupcake, mille crepe, 蛋糕
kettle corn < popcorn, 爆米花
coconut water, 椰子水, 椰青水 < young coconut, 椰青, 椰皇
guacamole, 牛油果酱 < avocado, 牛油果
cooling tea, 凉茶, 清火, 降火, 下火, 清热, 去火 < chrysanthemum, chrysanthemum bud, honeysuckle, mung bean, 菊花, 胎菊, 金银花, 绿豆, 菊普
japanese, japan < mochi, dango, milk loaf, shokupan, onigiri, udon, soba, sushi, daifuku, katsu, 团子, 麻薯, 饭团, 乌冬
korean, korea < kimchi, gochujang, tteokbokki, 泡菜, 年糕
custard, 奶黄 < egg tart, 蛋挞
portuguese tart, pastel de nata, 葡挞, 葡式蛋挞, 葡塔 < egg tart, 蛋挞
roast meat, siu mei, siu mei rice, 烧腊, 烧味, 烧腊饭, 烧味饭 < char siu rice, char siu, roast duck, roast pork, 叉烧饭, 叉烧, 烧鸭, 烧肉
stir fry, home cooking, 家常菜, 小炒, 下饭菜 < mapo tofu, kung pao chicken, fried rice, 麻婆豆腐, 宫保鸡丁, 番茄炒蛋, 炒饭
ramen topping, hot pot, hotpot, steamboat, 火锅, 火锅料, 火锅丸子, 关东煮, 打边炉 < fish cake, narutomaki, fish ball, tofu, 鱼板, 鱼丸, 豆腐, 金针菇, 鸣门卷
cereal, 麦片 < oatmeal, granola
teaware, tea set, 茶具 < teapot, tea cup, gaiwan, 茶壶, 茶杯, 盖碗
tableware, cutlery, utensil, 餐具 < chopstick, spoon, fork, bowl, plate, 筷子, 勺子, 碗, 盘子
gift, present, housewarming, 礼物, 礼品, 送礼, 送人, 乔迁 < gift box, gift set, gift basket, hamper, sampler, 礼盒, 礼篮
chinese new year, lunar new year, spring festival, cny, 新年, 春节, 过年, 年货 < red envelope, red packet, lantern, rice cake, 红包, 灯笼, 年糕, 福字
mid autumn, mid autumn festival, moon festival, 中秋, 中秋节 < mooncake, 月饼
dragon boat festival, 端午, 端午节 < zongzi, 粽子
decoration, decor, 装饰, 摆件 < lantern, 灯笼
cold drink, iced drink, 冷饮, 冰饮 < slush, smoothie, soda, iced tea, lemon tea, juice, 冰沙, 汽水, 气泡水, 果汁, 酸梅汤
sparkling water, fizzy water, 气泡水, 苏打水 < fizz, sparkling
soup, 汤 < noodle soup, wonton soup, 云吞汤
tin, canned, can of, 罐头 < in syrup, in light syrup, 糖水
ice cream cone, 甜筒, 冰品 < ice cream, 冰淇淋, 雪糕
canned fruit, fruit cocktail, 水果罐头 < lychee in syrup, lychee in light syrup, 糖水荔枝, 荔枝罐头, 黄桃罐头
`

/** Each row has general words and, after `<`, the endings of the group names that they cover. */
export const groupKinds = `
lunch, lunch box, dinner, meal, takeout, rice box, 午餐, 午饭, 晚餐, 晚饭, 正餐, 盒饭, 饭盒, 套餐, 主食, 夜宵, 宵夜 < bento, rice bowl, lunch box, main, 便当, 饭食, 盖饭, 盒饭
lunch, dinner, meal, 午餐, 晚餐, 主食, 夜宵, 宵夜 < noodle, noodle bowl, 面食, 粉面
面点, 小吃, 夜宵 < dumpling, 饺子, 点心
side, side dish, appetizer, appetiser, starter, finger food, 小菜, 凉菜, 配菜, 小吃, 下酒菜 < small plate, side, starter, appetizer, 小食, 小吃, 凉菜, 前菜
drink, beverage, cold drink, iced drink, 饮料, 饮品, 冷饮, 冰饮 < drink, beverage, soft drink, 饮料
drink, beverage, cold drink, iced drink, iced tea, 饮料, 饮品, 冷饮, 冰饮 < fruit tea, 果茶
drink, beverage, hot drink, cold drink, iced drink, 饮料, 饮品, 热饮, 冷饮, 冰饮, 下午茶 < milk tea, coffee, pure tea, tea bar, 奶茶, 咖啡, 纯茶, 茶饮
baked goods, bakery, breakfast, 烘焙, 早餐, 下午茶 < bread, bun, 面包
dessert, sweets, treat, afternoon tea, 甜点, 甜品, 西点, 糕点, 下午茶 < cake, pastry, dessert, 蛋糕, 酥点, 甜品
snack, treat, munchies, 零嘴, 小吃, 零食, 小零食 < snack, 零食
loose leaf, loose leaf tea, tea leaf, 茶叶, 散茶 < tea leaf, loose tea, 茶叶
gift, present, gift box, gift set, souvenir, housewarming, hostess gift, christmas, xmas, stocking stuffer, 礼物, 礼品, 送礼, 伴手礼, 手信, 送人, 送长辈, 乔迁, 拜年, 圣诞 < gift, gift set, 礼盒, 礼品
frozen food, frozen, 速冻食品, 冷冻食品, 冻品 < frozen, 冷冻, 速冻
grocery, staple, dry goods, 干货, 粮油 < pantry, 粮油, 干货
veggie, veg, produce, 青菜, 蔬果, 生鲜 < vegetable, 蔬菜
fresh fruit, produce, 鲜果, 蔬果, 生鲜, 果品 < fruit, 水果
kitchenware, homeware, 器皿, 家居 < tableware, table, home, kitchenware, 餐具, 器物
meat, 肉 < meat, 肉类
`
