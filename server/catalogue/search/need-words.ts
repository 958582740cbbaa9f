/*
 * Words for a need of shoppers instead of a product: an occasion, a time of the day, a taste, a remedy. Each row has
 * the words of a need and, after `<`, words for products that meet the need. The lists have the same form as the lists
 * in `food-words.ts`.
 */

/**
 * Each row lists needs of shoppers and, after `<`, product words. A search for one of the needs finds the products
 * whose names end with, or contain, one of the product words.
 */
export const needs = `
清热去火, 清热降火, 清热解毒, 清热泻火, 清热祛火, 清热祛湿, 降火茶, 去火茶, 清火茶, 下火茶, 败火茶, 祛湿茶, 凉茶, cooling tea, herbal cooling tea < chrysanthemum, chrysanthemum bud, honeysuckle, chrysanthemum puer, plum drink, 菊花, 胎菊, 金银花, 菊普, 酸梅汤, 凉茶, 龟苓膏
cooling tea, cooling drink, heatiness, 凉茶, 清火, 降火, 下火, 清热, 去火, 败火, 祛火, 上火, 清热下火, 去湿, 祛湿, 清凉, 去热气, 热气, 解毒 < chrysanthemum, chrysanthemum bud, honeysuckle, mung bean, chrysanthemum puer, bitter melon, crown pear, asian pear, young coconut, plum drink, 菊花, 胎菊, 金银花, 绿豆, 菊普, 苦瓜, 雪梨, 皇冠梨, 椰青, 酸梅汤, 薏米, 凉茶, 龟苓膏
ginger tea, ginger water, ginger soup, ginger drink, ginger for tea, 姜茶, 姜汤, 姜水, 姜枣茶, 红糖姜茶, 红糖姜水, 姜母茶, 柠檬姜茶, 可乐煲姜, 姜撞奶, 驱寒茶 < ginger, 鲜姜, 生姜, 老姜
sore throat, throat, cough, for a cold, cold and flu, flu, 止咳, 润肺, 润喉, 润嗓, 清肺, 化痰, 咳嗽, 喉咙痛, 嗓子疼, 嗓子, 感冒, 秋燥, 止咳润肺, 清咽 < pear, honey, ginger, kumquat, salted kumquat fizz, loquat, monk fruit, 梨, 蜂蜜, 生蜜, 生姜, 鲜姜, 老姜, 金桔, 金橘, 咸金桔, 枇杷, 川贝, 罗汉果, 胖大海
eye care, tired eyes, eyesight, 护眼, 护眼茶, 明目, 养眼, 清肝明目, 清肝, 眼睛, 熬夜 < chrysanthemum, chrysanthemum bud, goji, wolfberry, chrysanthemum puer, 菊花, 胎菊, 枸杞, 决明子, 菊普
warming, warm me up, warm up, cold day, rainy day, comfort food, cosy, cozy, hearty, 驱寒, 暖身, 驱寒暖身, 暖胃, 祛寒, 御寒, 暖和, 暖暖, 暖心, 热乎, 热乎乎, 热腾腾, 热汤, 热热, 冬天, 冬日, 下雨天, 天冷 < ginger, noodle soup, wonton soup, congee, porridge, tangyuan, hot chocolate, hong kong milk tea, stocking milk tea, hot soup, stew, 姜, 鲜姜, 生姜, 粥, 云吞汤, 牛肉面, 汤面, 汤圆, 热巧克力, 羊肉, 丝袜奶茶, 红糖
something hot to eat, hot soup, soup, 带汤, 有汤, 汤汤水水, 喝汤, 羹汤, 靓汤 < noodle soup, wonton soup, congee, laksa, 云吞汤, 牛肉面, 粥, 叻沙
caffeine, energy, pick me up, wake up, wake me up, awake, tired, stay awake, energy boost, buzz, 提神, 提神醒脑, 醒脑, 犯困, 困了, 加班, 咖啡因, 打起精神, 续命 < coffee, latte, americano, espresso, cold brew, yuanyang, coffee milk tea, milk tea, longjing, green tea, 咖啡, 拿铁, 美式, 鸳鸯, 奶茶, 浓茶, 绿茶, 龙井, 红茶
bedtime, sleep, sleepy, calming, relaxing, relax, unwind, stress, 助眠, 安神, 睡前, 失眠, 放松, 解压, 安眠, 晚上喝 < chamomile, chrysanthemum, chrysanthemum bud, rooibos, hojicha, hojicha latte, soy milk, herbal tea, warm milk, honey, 洋甘菊, 菊花, 胎菊, 焙茶拿铁, 豆浆, 热牛奶, 酸枣仁, 蜂蜜
digestion, digestive, upset stomach, stomach, after a meal, greasy, cut the grease, 消食, 开胃, 助消化, 消化, 健胃, 解腻, 解油腻, 去油腻, 刮油, 饭后, 饱胀, 养胃 < hawthorn, plum drink, puer, pu erh, chrysanthemum puer, kombucha, lemon tea, ginger, vinegar, oolong, longjing, congee, 山楂, 酸梅汤, 普洱, 菊普, 陈皮, 柠檬茶, 生姜, 乌龙, 龙井, 粥
sick, not feeling well, feeling ill, easy to digest, gentle, 病人, 生病, 清淡, 好消化, 易消化, 没胃口, 流食, 养病, 老人吃 < congee, porridge, wonton soup, noodle soup, ginger, honey, soy milk, egg custard, 粥, 云吞汤, 鸡蛋面, 姜, 蜂蜜, 豆浆
thirsty, thirst quencher, refreshing, refresher, cool down, cooling, hot day, something cold, ice cold, icy, chilled drink, 解渴, 口渴, 消暑, 解暑, 祛暑, 清爽, 冰爽, 透心凉, 夏天, 夏日, 夏季, 夏天解渴, 冰冰凉, 冰凉, 凉快, 天热, 冰的 < slush, smoothie, soda, fizz, lemon tea, iced tea, juice, young coconut, plum drink, watermelon, cold sesame noodle, cold noodle, ice bar, popsicle, ice cream, pomelo sago, cheese foam, white peach oolong, green tea, 冰沙, 汽水, 气泡水, 柠檬茶, 果汁, 椰青, 酸梅汤, 西瓜, 冰棍, 冰淇淋, 杨枝甘露, 绿茶, 凉面, 冷面
hangover, hungover, 解酒, 醒酒, 宿醉 < congee, lemon tea, young coconut, coconut, honey, plum drink, noodle soup, soda, 粥, 柠檬茶, 椰青, 蜂蜜, 酸梅汤, 云吞汤
beauty, skin, postpartum, period, 美容, 养颜, 美容养颜, 补血, 补气血, 补气, 坐月子, 月子, 生理期, 姨妈, 滋补, 进补, 补身, 补品, 女人 < red date, jujube, longan, brown sugar, ginger, adzuki bean, red bean, bird nest, snow fungus, goji, black sesame tangyuan, 红枣, 桂圆, 红糖, 鲜姜, 红豆, 红小豆, 银耳, 燕窝, 枸杞, 花胶, 阿胶
healthy, health, wholesome, superfood, nutritious, antioxidant, vitamin, vitamin c, 健康, 养生, 营养, 维生素, 维c, 维他命, 补充维生素, 抗氧化 < fruit, blueberry, orange, mandarin, kiwi, broccoli, carrot, bok choy, sweet potato, avocado, strawberry, goji, green tea, oatmeal, soy milk, honey, congee, chrysanthemum bud, 蓝莓, 蜜桔, 橙子, 猕猴桃, 西兰花, 胡萝卜, 上海青, 蜜薯, 牛油果, 枸杞, 绿茶, 豆浆, 蜂蜜, 胎菊
diet food, low calorie, low fat, low carb, weight loss, slimming, light meal, clean eating, keto, 减肥, 减脂, 低卡, 低脂, 低热量, 瘦身, 轻食, 轻断食, 健身, 不胖, 控糖, 代餐, 粗粮, 饱腹 < cucumber, cucumber salad, smacked cucumber, salad, broccoli, tomato, soy milk, egg, tofu, sweet potato, corn, avocado, blueberry, oolong, longjing, americano, chicken breast, snap pea, shrimp, 拍黄瓜, 西兰花, 番茄, 豆浆, 鸡蛋, 蜜薯, 玉米, 牛油果, 蓝莓, 高山乌龙, 龙井, 菊普, 美式, 甜豆, 沙拉
protein, high protein, 蛋白质, 高蛋白, 补充蛋白质, 增肌 < egg, soy milk, tofu, chicken breast, shrimp, salmon, beef noodle soup, lobster, peanut, chicken rice, 鸡蛋, 豆浆, 豆腐, 红虾, 三文鱼, 牛肉面, 龙虾, 花生, 鸡饭
baby food, for baby, toddler, 辅食, 宝宝, 宝宝辅食, 婴儿, 幼儿 < carrot, avocado, sweet potato, broccoli, congee, blueberry, egg, pear, 胡萝卜, 牛油果, 蜜薯, 西兰花, 粥, 蓝莓, 鸡蛋
kids juice, juice for kids, 儿童果汁, 小孩果汁 < plum drink, juice box, 酸梅汤, 果汁
kids drink, 儿童饮料, 小孩饮料 < plum drink, soy milk, juice, 酸梅汤, 豆浆, 果汁
lunch box, lunch box filler, school lunch, school snack, kids lunch, kids lunchbox, after school snack, kids, kid, children, packed lunch, 小孩, 孩子, 儿童, 小朋友, 上学, 春游, 秋游 < onigiri, rice ball, cupcake, mandarin, strawberry, snap pea, milk loaf, milk candy, cracker, popcorn, fortune cookie, baby carrot, cheese stick, doughnut, 饭团, 杯子蛋糕, 蜜桔, 草莓, 甜豆, 奶糖, 米饼, 爆米花, 签语饼, 甜甜圈
party, party food, potluck, gathering, sharing, shareable, platter, crowd pleaser, cookout food, 聚会, 派对, 聚餐, 请客, 招待, 待客, 招待客人, 开派对, 朋友聚会, 分享 < popcorn chicken, har gow, dumpling, spring roll, cupcake, birthday cake, popcorn, cracker, fortune cookie, egg tart, soda, gift box, 盐酥鸡, 虾饺, 水饺, 杯子蛋糕, 生日蛋糕, 爆米花, 蛋挞, 汽水
picnic, camping, road trip, hiking, on the go, travel, finger food, 野餐, 露营, 郊游, 旅行, 路上吃, 爬山, 户外 < onigiri, rice ball, sandwich, cupcake, croissant, bagel, bun, cracker, popcorn, soda, strawberry, mandarin, blueberry, cherry, pretzel, chip, juice box, 饭团, 三明治, 杯子蛋糕, 可颂, 贝果, 菠萝包, 米饼, 爆米花, 汽水, 草莓, 蜜桔, 蓝莓, 樱桃
movie night, movie snack, film night, cinema, netflix, binge, tv snack, game night, super bowl, watch party, 追剧, 追剧零食, 看电影, 看剧, 看球, 刷剧, 电影之夜, 宅家 < popcorn, cracker, chip, pretzel, candy, soda, fizz, chestnut, peanut, fortune cookie, popcorn chicken, chocolate, 爆米花, 米饼, 薯片, 椒盐卷, 奶糖, 汽水, 气泡水, 栗子, 花生
savoury snack, savory snack, salty snack, crunchy snack, crispy snack, salted snack, 咸零食, 咸味零食, 香脆零食, 脆零食 < popcorn, cracker, chip, pretzel, peanut, 爆米花, 米饼, 薯片, 椒盐卷, 花生
salty, savoury, savory, crunchy, crispy, 咸的, 咸味, 咸香, 脆的, 香脆, 嘎嘣脆 < popcorn, cracker, chip, pretzel, peanut, popcorn chicken, spring roll, 爆米花, 米饼, 薯片, 椒盐卷, 花生, 盐酥鸡
beer snack, bar snack, snack with beer, drinking snack, beer food, anju, izakaya, 下酒菜, 下酒, 配酒, 配啤酒, 送酒 < smacked cucumber, cucumber salad, popcorn chicken, peanut, edamame, pretzel, cracker, fried dumpling, kimchi, spring roll, chicken wing, 拍黄瓜, 盐酥鸡, 花生, 毛豆, 椒盐卷, 米饼, 鸡翅
something sweet, sweet treat, sweet tooth, sweet thing, sugary, sweet snack, treat yourself, 甜的, 甜食, 想吃甜, 吃甜, 甜甜, 小甜品, 甜口, 解馋, 犒劳自己 < cake, cupcake, shortcake, cheesecake, mooncake, tart, ice cream, pudding, doughnut, mochi, dango, tangyuan, sago, crepe, candy, chocolate, cookie, 蛋糕, 月饼, 冰淇淋, 布丁, 甜甜圈, 蛋挞, 汤圆, 千层, 团子, 奶糖, 巧克力, 杨枝甘露, 曲奇, 凤梨酥
chinese dessert, dessert soup, sweet soup, tong sui, tong shui, 糖水, 港式糖水, 广式糖水, 港式甜品, 糖水铺, 广东糖水, 甜汤, 中式甜品 < sago, tangyuan, red bean soup, tofu pudding, sesame soup, adzuki bean, 西米露, 杨枝甘露, 汤圆, 红豆沙, 豆花, 芝麻糊, 双皮奶, 红小豆, 银耳羹
japanese sweets, wagashi, japanese dessert, 和菓子, 日式甜点, 日式甜品, 日本点心, 日式糕点 < dango, mochi, daifuku, dorayaki, roll cake, matcha ice cream, 团子, 麻薯, 大福, 铜锣烧, 抹茶奶油卷, 抹茶冰淇淋
dim sum, dimsum, yum cha, yam cha, yum char, tim sum, dim sim, tea house, 饮茶, 早茶, 叹茶, 茶点, 港式点心, 广式点心, 广东点心, 粤式点心, 茶楼, 一盅两件 < har gow, siu mai, xiao long bao, char siu bun, egg tart, rice roll, turnip cake, spring roll, chicken feet, chrysanthemum puer, wonton soup, 虾饺, 烧卖, 小笼包, 叉烧包, 叉烧餐包, 蛋挞, 肠粉, 凤爪, 萝卜糕, 菊普, 云吞汤
high mountain tea, gaoshan tea, taiwan tea, taiwanese tea, dong ding, 高山茶, 高山乌龙, 台湾茶, 台湾高山茶, 冻顶 < high mountain oolong, oolong leaves, 高山乌龙, 乌龙茶叶, 冻顶乌龙
gongfu tea, kung fu tea, kungfu tea, brew tea, tea time, tea ceremony, 功夫茶, 泡茶, 品茶, 喝茶, 茶道 < oolong, longjing, puer, pu erh, dragon pearl, teapot, gaiwan, tea leaf, oolong leaf, sampler, tea sampler, 乌龙, 龙井, 普洱, 菊普, 龙珠, 茶壶, 盖碗, 茶叶, 茶样
late night snack, late night, midnight snack, midnight, late night food, supper, 宵夜, 夜宵, 深夜, 深夜食堂, 半夜, 消夜, 夜食, 晚上吃, 饿了 < congee, noodle, noodle soup, wonton soup, dumpling, popcorn chicken, fried rice, instant noodle, onigiri, skewer, 粥, 面, 牛肉面, 云吞汤, 水饺, 盐酥鸡, 炒饭, 泡面, 饭团, 烧烤, 小笼包, 葱油饼
quick meal, quick dinner, easy dinner, easy meal, quick and easy, ready meal, ready to eat, heat and eat, microwave, microwaveable, instant, lazy, lazy dinner, convenience food, tv dinner, weeknight dinner, student food, emergency food, stock up, no cook, 懒人, 懒人速食, 懒人餐, 懒人菜, 懒人早餐, 速食, 快手, 快手菜, 快手饭, 快餐, 方便食品, 即食, 加热即食, 微波, 一人食, 囤货, 囤粮, 囤冰箱, 备货, 宿舍, 留学生, 简餐, 应急 < onigiri, rice ball, instant noodle, scallion pancake, frozen dumpling, napa dumpling, tangyuan, microwave rice, 饭团, 方便面, 葱油饼, 速冻水饺, 白菜水饺, 汤圆, 自热火锅
filling, hearty meal, something filling, big appetite, 管饱, 顶饱, 饱肚, 顶饿, 大份, 充饥 < noodle, noodle soup, rice, fried rice, cutlet curry, dumpling, pork bun, 牛肉面, 拌面, 叉烧饭, 鸡饭, 猪排饭, 炒饭, 水饺, 豆腐饭
spicy food, something spicy, hot and spicy, mala, ma la, numbing, tongue numbing, szechuan, fiery, chilli lover, 麻辣, 麻辣鲜香, 香辣, 辣味, 鲜辣, 重口味, 够辣, 辣的, 吃辣, 无辣不欢, 麻辣烫, 川菜, 湘菜, 四川菜, 川味, 辣椒 < dan dan noodle, mapo tofu, mapo tofu rice, chilli crisp, kung pao chicken, beef noodle soup, hot pot, laksa, 担担面, 麻婆豆腐, 麻婆豆腐饭, 香辣脆, 辣酱, 牛肉面, 宫保鸡丁, 水煮鱼, 回锅肉, 叻沙
sichuan noodle, szechuan noodle, chongqing noodle, spicy noodle, mala noodle, biang biang noodle, 重庆小面, 小面, 四川面, 麻辣面, 辣面, 酸辣粉, 燃面, 油泼面, 四川小面, 红油面, 川味面 < dan dan noodle, 担担面, 牛肉面
northern food, 北方菜, 东北菜, 北方面食, 西北 < dumpling, scallion pancake, steamed bun, 水饺, 葱油饼, 馒头, 打卤面, 凉皮, 肉夹馍
cantonese, cantonese food, guangdong, canton, 广东, 广东菜, 粤菜, 广式, 粤式, 广府 < char siu, char siu rice, har gow, wonton soup, congee, char siu bun, roast duck, siu mai, egg tart, 叉烧, 叉烧饭, 虾饺, 云吞汤, 瘦肉粥, 粥, 叉烧包, 烧鸭, 烧卖, 肠粉
shanghai food, shanghainese, jiangnan, 上海菜, 本帮菜, 江浙菜, 上海小吃, 本帮, 江南 < xiao long bao, scallion oil noodle, shengjian, 小笼包, 葱油拌面, 生煎, 红烧肉, 熏鱼
taiwanese food, taiwan street food, taiwanese snack, night market, night market food, 台湾小吃, 台式小吃, 夜市, 夜市小吃, 台湾味, 台湾美食 < popcorn chicken, beef noodle soup, pearl milk tea, pineapple cake, pineapple shortcake, scallion pancake, braised pork rice, oyster omelette, 盐酥鸡, 牛肉面, 珍珠奶茶, 凤梨酥, 葱油饼, 卤肉饭, 蚵仔煎
hong kong cafe, hong kong food, cha chaan teng food, canto cafe, 茶餐厅, 冰室, 港式美食, 港式小吃, 港味, 港式早餐, 港式茶餐厅 < hong kong milk tea, stocking milk tea, pineapple bun, cocktail bun, egg tart, yuanyang, lemon tea, baked rice, 丝袜奶茶, 菠萝包, 鸡尾包, 蛋挞, 鸳鸯, 柠檬茶, 叉烧饭
southeast asian, malaysian, malaysia, singaporean, singapore, nanyang, nyonya, peranakan, indonesian, 南洋, 南洋风味, 南洋菜, 马来西亚, 大马, 新加坡, 星马, 新马, 东南亚, 娘惹 < laksa, chicken rice, satay, rendang, nasi lemak, roti canai, bak kut teh, kaya, 叻沙, 海南鸡饭, 沙爹, 肉骨茶, 咖椰
japanese food, japanese snack, 日本料理, 日料, 日式料理, 日本零食, 日系 < onigiri, udon, soba, sushi, ramen, tempura, katsu curry, cutlet curry, dango, mochi, milk loaf, rice cracker, yuzu soda, fish cake, matcha latte, 饭团, 乌冬, 寿司, 拉面, 天妇罗, 猪排饭, 团子, 米饼, 鸣门卷, 柚子汽水
dumpling vinegar, vinegar for dumplings, 饺子醋, 蘸饺子的醋, 吃饺子的醋, 小笼包醋, 蟹醋 < vinegar, 香醋, 陈醋, 醋
dumpling sauce, dipping sauce, dip, dumpling dip, dumpling dipping sauce, 蘸料, 蘸酱, 蘸水, 蘸汁, 沾酱, 沾料, 点酱, 饺子蘸料, 饺子酱, 火锅蘸料, 小料 < vinegar, chilli crisp, chili crisp, chilli oil, chili oil, soy sauce, sesame sauce, 香醋, 陈醋, 醋, 香辣脆, 辣酱, 辣椒油, 生抽, 酱油, 麻酱
noodle sauce, noodle topping, goes with rice, rice topping, 拌面酱, 拌饭酱, 下饭, 下饭酱, 拌饭, 拌面神器, 拌饭神器, 下饭神器, 送饭 < chilli crisp, chili crisp, chili oil, chilli oil, sesame sauce, pork floss, soy sauce, 香辣脆, 辣酱, 老干妈, 肉松, 豆腐乳, 榨菜
cooking basics, cooking essential, pantry staple, marinade, stir fry sauce, 厨房必备, 炒菜, 炒菜用, 做饭, 做菜, 烧菜, 腌肉, 炖肉, 红烧, 炒菜调料 < soy sauce, oyster sauce, vinegar, cooking oil, salt, sea salt, ginger, garlic, rice, 酱油, 生抽, 蚝油, 醋, 香醋, 油, 海盐, 鲜姜, 大蒜, 料酒
baking, baking ingredient, for baking, bake, home baking, 烘焙原料, 烘焙材料, 做蛋糕, 做甜品, 做糖水, 煲糖水 < flour, sugar, butter, egg, honey, adzuki bean, red bean, yeast, cream, 面粉, 白糖, 黄油, 鸡蛋, 蜂蜜, 红小豆, 红豆, 酵母
soup ingredient, for soup, 煲汤, 炖汤, 汤料, 煮汤, 老火汤 < ginger, carrot, corn, red date, goji, lotus root, adzuki bean, tomato, 鲜姜, 胡萝卜, 玉米, 红枣, 枸杞, 莲藕, 红小豆, 番茄, 排骨
hot pot, hotpot, hot pot ingredient, steamboat, shabu shabu, shabu, hot pot night, 火锅, 火锅料, 火锅食材, 涮火锅, 涮菜, 涮锅, 打边炉, 麻辣烫食材 < fish cake, fish cake swirl, narutomaki, fish ball, tofu, shrimp, bok choy, napa cabbage, beef slice, lobster, corn, dumpling, 鱼板, 鱼丸, 豆腐, 红虾, 上海青, 金针菇, 鸣门卷, 肥牛, 羊肉卷, 大白菜
bbq, barbecue, grill, cookout, 烧烤, 烤肉, bbq食材, 烤着吃 < corn, shrimp, lobster, eggplant, sausage, chicken wing, skewer, soda, 玉米, 红虾, 龙虾, 茄子, 香肠, 鸡翅
salad, for salad, salad vegetable, raw vegetable, 沙拉, 色拉, 沙律, 生吃 < tomato, cucumber, avocado, lettuce, carrot, snap pea, 番茄, 牛油果, 生菜, 黄瓜, 胡萝卜
cold dish, cold appetizer, cold appetiser, cold starter, cold side, 凉菜, 凉拌, 凉拌菜, 冷盘, 冷菜, 拌菜 < smacked cucumber, cucumber salad, 拍黄瓜, 凉拌黄瓜, 口水鸡, 皮蛋豆腐, 海带丝
wedding, wedding candy, wedding favour, wedding favor, party favour, party favor, goodie bag, 喜糖, 结婚, 婚礼, 婚宴, 喜饼, 回礼, 订婚, 满月, 伴手 < candy, milk candy, chocolate, cookie, fortune cookie, almond cookie, red envelope, 奶糖, 巧克力, 曲奇, 签语饼, 杏仁饼, 红包
halloween, trick or treat, 万圣节 < candy, chocolate, gummy, popcorn, lollipop, 奶糖, 巧克力, 软糖, 爆米花
valentine, valentines, romantic, for my girlfriend, 情人节, 七夕, 浪漫, 表白 < chocolate, strawberry, strawberry shortcake, cake, 巧克力, 草莓, 蛋糕, 礼盒
christmas, xmas, christmas eve, 圣诞, 平安夜, 圣诞节 < apple, chocolate, gift box, hamper, 苹果, 巧克力, 礼盒, 礼篮
birthday, birthday party, birthday treat, anniversary, celebration, celebrate, party dessert, 过生日, 庆生, 生日会, 生日派对, 纪念日, 庆祝, 寿星, 祝寿, 做寿 < birthday cake, shortcake, cheesecake, cupcake, mille crepe, 生日蛋糕, 奶油蛋糕, 芝士蛋糕, 杯子蛋糕, 千层
chinese new year, lunar new year, new year, spring festival, cny, tet, seollal, new year gift, new year snack, 新年, 春节, 过年, 年货, 新春, 大年, 除夕, 年三十, 贺年, 贺岁, 农历新年, 拜年, 发财, 开年, 开工, 团年 < red envelope, red packet, lantern, rice cake, mandarin, milk candy, gift box, turnip cake, 红包, 灯笼, 年糕, 福字, 蜜桔, 奶糖, 萝卜糕, 对联, 春联, 礼盒
mid autumn, mid autumn festival, mid autumn gift, moon festival, moon day, harvest moon, chuseok, trung thu, 中秋, 中秋节, 八月十五, 八月节, 仲秋, 赏月, 团圆, 月圆, 中秋送礼 < mooncake, mooncake box, lantern, 月饼, 月饼礼盒, 灯笼, 柚子
lantern festival, 元宵节, 正月十五, 闹元宵, 上元 < tangyuan, lantern, 汤圆, 元宵, 灯笼
dongzhi, dong zhi, 冬至, 冬节, 做冬, 过冬 < tangyuan, dumpling, 汤圆, 水饺
dragon boat festival, dragon boat, duanwu, 端午, 端午节, 五月节 < zongzi, 粽子
decoration, decor, new year decoration, new year decor, cny decor, cny decoration, ornament, home decor, wall hanging, party decoration, 装饰, 摆件, 挂饰, 布置, 家居装饰, 挂件, 挂灯笼, 新年布置, 新年装饰, 新春布置, 节日布置, 张灯结彩, 喜庆 < lantern, red lantern, 灯笼, 红灯笼, 对联, 福字
dinnerware, tableware, crockery, kitchen gift, table setting, serveware, 餐具, 碗筷, 厨房用品, 餐桌, 摆台 < chopstick, teapot, bowl, plate, spoon, cup, 筷子, 茶壶, 碗, 盘, 勺
`

/**
 * Each row lists needs of shoppers and, after `<`, group words. A search for one of the needs finds the products in
 * groups whose names end with one of the group words.
 */
export const groupNeeds = `
lunch, dinner, supper, meal, main course, main dish, entree, takeout, takeaway, take out, office lunch, work lunch, quick lunch, quick meal, quick, lunch special, hot lunch, hot meal, hot food, lunchtime, dinner tonight, dinner for one, ready meal, 午餐, 午饭, 中饭, 中餐, 午膳, 午市, 晌午饭, 晚餐, 晚饭, 晚膳, 夜饭, 正餐, 主食, 主菜, 外卖, 打包, 工作餐, 上班族, 上班族午饭, 带饭, 快餐, 套餐, 盒饭, 饭盒, 热食, 吃饭, 一人食, 填饱肚子 < bento, rice bowl, lunch box, main, noodle, noodle bowl, 便当, 饭食, 盖饭, 盒饭, 面食, 粉面
carbs, 面条, 汤面, 粉面, 面类 < noodle, noodle bowl, 面食
rice dish, rice meal, rice plate, donburi, 饭类, 米饭, 盖饭, 盖浇饭, 碟头饭 < bento, rice bowl, 便当, 饭食, 盖饭
dim sum, dimsum, yum cha, yum char, 饮茶, 早茶, 面点, 包点, 面食, 小吃, 夜宵, 宵夜 < dumpling, 饺子点心, 饺子, 点心
drink, beverage, something to drink, thirsty, refreshment, refreshing, 饮料, 饮品, 喝的, 解渴, 口渴, 水吧, 饮嘢 < drink, beverage, soft drink, milk tea, coffee, fruit tea, pure tea, tea bar, 饮料, 奶茶, 咖啡, 果茶, 纯茶, 茶饮, 奶茶鲜奶
hot drink, hot beverage, something hot, warm drink, 热饮, 热的, 热喝, 热乎 < milk tea, coffee, pure tea, hot drink, 奶茶, 奶茶鲜奶, 咖啡, 纯茶
fruit tea, fruit drink, fruity drink, fruity, iced tea, summer drink, refreshing, refresher, cold drink, 水果茶, 鲜果茶, 果茶, 果汁, 鲜榨, 冷饮, 冻饮, 冰饮, 解暑, 消暑, 夏天喝 < fruit tea, 果茶
caffeine, energy, pick me up, wake up, awake, coffee break, cafe, espresso drink, iced coffee, kopi, 提神, 提神醒脑, 醒脑, 犯困, 加班, 冰咖啡, 冻咖啡, 咖啡因, 续命 < coffee, 咖啡
hot tea, plain tea, brewed tea, straight tea, chinese tea, unsweetened tea, 原味茶, 清茶, 热茶, 中国茶, 茗茶, 清饮, 无糖茶 < pure tea, 纯茶
chinese tea, loose leaf, loose leaf tea, loose tea, tea leaf, leaf tea, good tea, tea for brewing, brew at home, 茶叶, 散茶, 泡茶, 好茶, 名茶, 中国茶, 茗茶, 口粮茶, 送茶叶 < tea leaf, loose tea, 茶叶
baked goods, bakery, pastry, bread, bun, bun and bread, viennoiserie, breakfast, breakfast bread, brunch, brekkie, brekky, brekfast, quick breakfast, something for breakfast, carbs, toast, 烘焙, 早餐, 早饭, 早点, 早上吃, 下午茶, 面包, 包点, 糕饼, 现烤, 点心面包, 早餐包, 面饱 < bread, bun, 面包
brunch, brekkie, morning, breakfast, 早饭, 早餐, 早点, 早市 < breakfast, 早餐
dessert, sweets, treat, sweet treat, something sweet, afternoon tea, high tea, tea time, teatime, patisserie, pudding, afters, cake and pastry, 甜点, 甜品, 甜食, 甜的, 西点, 糕点, 糕饼, 茶点, 点心, 饼, 饼食, 下午茶, 下午茶点心 < cake, pastry, dessert, 蛋糕, 酥点, 甜品, 月饼酥点
slice of cake, cake slice, cream cake, party cake, 切件蛋糕, 切块蛋糕, 西饼, 洋果子 < cake, 蛋糕
snack, treat, munchies, nibble, nibbles, nosh, snack food, snack box, office snack, afternoon snack, asian snack, chinese snack, movie night, movie snack, road trip, party snack, something to munch, something to nibble, 零嘴, 小吃, 零食, 小零食, 解馋, 嘴馋, 磨牙, 追剧, 追剧零食, 看电影, 办公室零食, 零食大礼包, 休闲食品, 休闲零食, 食物零嘴, 聚会, 派对 < snack, 零食
side, side dish, appetizer, appetiser, starter, nibbles, sharing plate, tapas, small bite, finger food, bar snack, beer snack, 小菜, 配菜, 小吃, 下酒菜, 下酒, 前菜, 开胃菜, 开胃小菜, 配粥, 小碟, 配酒 < small plate, side, starter, appetizer, 小食, 小吃, 凉菜, 前菜
gift, present, gift idea, gift set, gift box, birthday gift, birthday present, thank you gift, thank you, corporate gift, client gift, teacher gift, hostess gift, host gift, housewarming, house warming, new home, in laws, meet the parents, visiting, souvenir, care package, get well, secret santa, wedding gift, anniversary gift, christmas gift, christmas, xmas, stocking stuffer, holiday gift, new year gift, mother day, mothers day, father day, fathers day, valentine, valentines, mum, mom, mother, dad, father, parents, grandma, grandmother, grandpa, grandparents, elders, girlfriend, boyfriend, wife, husband, teacher, colleague, coworker, boss, client, neighbour, neighbor, 礼物, 礼品, 送礼, 送礼物, 伴手礼, 手信, 手礼, 特产, 送人, 送长辈, 长辈, 老人, 父母, 妈妈, 爸爸, 母亲, 父亲, 老妈, 老爸, 爷爷, 奶奶, 外公, 外婆, 公婆, 婆婆, 岳父, 岳母, 丈母娘, 老丈人, 见家长, 见父母, 拜访, 上门, 登门, 做客, 走亲戚, 走亲访友, 串门, 探病, 探望, 看病人, 看望, 探亲, 回国, 带回国, 女朋友, 男朋友, 女友, 男友, 老公, 老婆, 闺蜜, 朋友, 同事, 领导, 老板, 客户, 老师, 谢师, 教师节, 母亲节, 父亲节, 情人节, 生日礼物, 结婚礼物, 新婚, 乔迁, 新居, 入伙, 入宅, 拜年, 年礼, 节日, 过节, 圣诞, 圣诞礼物, 感谢, 答谢, 谢礼, 回礼, 企业送礼, 员工福利, 福利 < gift, gift set, 礼盒, 礼品
frozen food, frozen, freezer, freezer food, freezer meal, stock up, quick meal, easy meal, heat and eat, microwave, convenience food, lazy, 速冻食品, 冷冻食品, 冻品, 冷冻, 急冻, 急冻食品, 雪藏, 冰箱囤货, 囤货, 囤粮, 懒人, 懒人速食, 速食, 半成品, 预制菜, 方便食品, 快手菜 < frozen, frozen food, 冷冻, 速冻
grocery, groceries, staple, dry goods, cooking ingredient, cooking basics, kitchen basics, cooking, essentials, 干货, 粮油, 南北货, 杂货, 日用品, 柴米油盐, 油盐酱醋, 米面粮油, 酱料, 调味, 厨房必备, 做饭, 食材, 家常 < pantry, pantry staple, 粮油, 干货, 粮油酱料, 调料, 酱料
veggie, veg, veges, produce, greens, green vegetable, fresh vegetable, five a day, 青菜, 蔬菜, 菜, 蔬果, 生鲜, 新鲜蔬菜, 时蔬, 时令蔬菜, 瓜菜, 送餸, 餸, 菜篮子, 吃斋, 素菜 < vegetable, 蔬菜
fresh fruit, fruit, fruits, produce, five a day, seasonal fruit, fruit in season, local fruit, healthy snack, vitamin c, 水果, 生果, 鲜果, 蔬果, 生鲜, 果品, 时令水果, 当季水果, 当季鲜果, 应季水果, 新鲜水果, 果子, 维生素 < fruit, 水果
kitchenware, homeware, housewares, home goods, home decor, tableware, dinnerware, decor, 器皿, 家居, 餐具, 摆件, 家居用品, 生活用品, 厨具 < tableware, table, home, kitchenware, 餐具, 器物
popular, most popular, best seller, bestseller, best selling, top seller, signature, recommended, recommendation, favourite, favorite, must try, trending, viral, what is good, 热门, 热销, 热卖, 畅销, 招牌, 推荐, 必点, 必买, 必吃, 人气, 爆款, 网红, 镇店, 口碑, 回购, 最好卖, 店长推荐 < favourite, favorite, best seller, bestseller, 最爱, 热卖, 招牌, 人气
new, new arrival, new in, whats new, just in, latest, limited edition, 新品, 新款, 上新, 新上市, 新到, 新货, 新出, 最新 < new, new arrival, new this month, 新品, 新到, 上新, 本月新到
clearance, on sale, sale, special offer, discount, discounted, deal, deals, bargain, reduced, markdown, last chance, short dated, 特价, 打折, 折扣, 清仓, 优惠, 减价, 甩卖, 临期, 临期特价, 促销, 大减价 < clearance, sale, special, deal, offer, 特价, 清仓, 临期, 优惠, 促销
lunch box, rice box, 夜宵, 宵夜 < bento, rice bowl, lunch box, main, 便当, 饭食, 盖饭, 盒饭
夜宵, 宵夜 < noodle, noodle bowl, 面食, 粉面
cold drink, iced drink, 冷饮, 冰饮 < drink, beverage, soft drink, 饮料
iced drink < fruit tea, 果茶
cold drink, iced drink, 冷饮, 冰饮, 下午茶 < milk tea, coffee, pure tea, 奶茶, 咖啡, 纯茶
hot drink, cold drink, iced drink, 热饮, 冷饮, 冰饮, 下午茶 < tea bar, 茶饮
meat, 肉 < meat, 肉类
`
