/** Menus for tests, as an owner types them in Chinese on a phone. `menu` is what `readMenu` must find in `text`. */
export const phoneMenus = [
  {
    about: 'the letter O in a price',
    text: '奶茶\n珍珠奶茶 5.5O\n芋泥奶茶6.oo\n柠檬茶 M5.5O L6.5O\n红茶 5',
    menu: '[奶茶]\n珍珠奶茶 = 5.50\n芋泥奶茶 = 6.00\n柠檬茶 = 中 5.50, 大 6.50\n红茶 = 5.00',
  },
  {
    about: 'two dots and a Chinese full stop in a price',
    text: '珍珠奶茶 4..50\n芋泥奶茶 5。50\n红茶....6.95',
    menu: '珍珠奶茶 = 4.50\n芋泥奶茶 = 5.50\n红茶 = 6.95',
  },
  {
    about: 'prices that cannot be read',
    text: '奶茶\n珍珠奶茶 6.5.0\n芋泥奶茶 6,50\n抹茶奶茶 6.l5\n焦糖奶茶 6.505\n礼盒一百五十元\n红茶 5\n白菜 0.454kg 3',
    menu: `[奶茶]
      红茶 = 5.00
      白菜 0.454kg = 3.00
      ~ 珍珠奶茶 6.5.0
      ~ 芋泥奶茶 6,50
      ~ 抹茶奶茶 6.l5
      ~ 焦糖奶茶 6.505
      ~ 礼盒一百五十元`,
  },
  {
    about: 'a size below a price that cannot be read',
    text: '红茶 5\n珍珠奶茶 6.5.0\n大杯 7.5',
    menu: '红茶 = 5.00\n~ 珍珠奶茶 6.5.0\n~ 大杯 7.5',
  },
  {
    about: 'commas between a name and its prices',
    text: '奥利奥奶茶，6.50，大杯7.50\n绿茶，5，大杯6\n红茶，6.50，7.50\n礼盒，1,280.50',
    menu: `奥利奥奶茶 = 标准 6.50, 大杯 7.50
      绿茶 = 标准 5.00, 大杯 6.00
      红茶 = 6.50, 7.50 ?sizes
      礼盒 = 1280.50 ?dear`,
  },
  {
    about: 'several toppings of one price',
    text: '奶茶 6\n珍珠/椰果/仙草冻 各0.75\n奶盖、布丁 1.5/份',
    menu: `奶茶 = 6.00
      + 加料|Toppings: 珍珠|Pearls 0.75, 椰果|Coconut jelly 0.75, 仙草冻|Grass jelly 0.75, 奶盖|Cheese foam 1.50, 布丁|Pudding 1.50`,
  },
  {
    about: 'several toppings of one price below their heading',
    text: '奶茶 6\n加料\n珍珠/椰果/青稞 各0.75\n脆波波、奶盖 每份1\n双份 2',
    menu: `奶茶 = 6.00
      + 加料|Toppings: 珍珠|Pearls 0.75, 椰果|Coconut jelly 0.75, 青稞 0.75, 脆波波 1.00, 奶盖|Cheese foam 1.00, 双份|Double 2.00`,
  },
  {
    about: 'several toppings of one price on the line of their heading',
    text: '奶茶 6\n加料：珍珠、椰果、仙草冻 0.75/份、奶盖 各1.5、青稞',
    menu: `奶茶 = 6.00
      + 加料|Toppings: 珍珠|Pearls 0.75, 椰果|Coconut jelly 0.75, 仙草冻|Grass jelly 0.75, 奶盖|Cheese foam 1.50, 青稞 –`,
  },
  {
    about: 'several products of one price',
    text: '可乐/雪碧 各2\n豆浆 油条 3\n红豆、芋圆 6.5\n珍珠/红豆奶茶 6',
    menu: '可乐 = 2.00\n雪碧 = 2.00\n豆浆 油条 = 3.00\n红豆、芋圆 = 6.50\n珍珠/红豆奶茶 = 6.00',
  },
  {
    about: 'a product below levels of sugar and ice',
    text: '奶茶 6\n甜度：全糖 七分糖 半糖 无糖\n水果茶6.95\n冰量：少冰 去冰\n柠檬茶 5',
    menu: `奶茶 = 6.00
      水果茶 = 6.95
      柠檬茶 = 5.00
      + 甜度|Sweetness: 全糖|Full sugar 0.00, 七分糖|70% sugar 0.00, 半糖|Half sugar 0.00, 无糖|No sugar 0.00
      + 冰量|Ice: 少冰|Less ice 0.00, 去冰|No ice 0.00`,
  },
  {
    about: 'a product below toppings',
    text: '奶茶 6\n加料：珍珠 0.75 / 椰果 0.75\n布丁 1\n水果茶6.95',
    menu: `奶茶 = 6.00
      水果茶 = 6.95
      + 加料|Toppings: 珍珠|Pearls 0.75, 椰果|Coconut jelly 0.75, 布丁|Pudding 1.00`,
  },
  {
    about: 'surcharges below levels of sugar',
    text: '奶茶\n珍珠奶茶 6\n果茶\n水果茶6.95\n甜度：全糖 半糖\n热饮+0.5\n大杯加一元',
    menu: `[奶茶]
      珍珠奶茶 = 标准 6.00, 大杯 7.00
      [果茶]
      水果茶 = 标准 6.95, 大杯 7.95
      + 甜度|Sweetness: 全糖|Full sugar 0.00, 半糖|Half sugar 0.00
      + 温度|Temperature: 冷饮|Iced 0.00, 热饮|Hot 0.50`,
  },
  {
    about: 'a surcharge for a temperature that is a choice',
    text: '奶茶 6\n冰量：正常冰 去冰 热\n热饮+0.5',
    menu: '奶茶 = 6.00\n+ 冰量|Ice: 正常冰|Regular ice 0.00, 去冰|No ice 0.00, 热|Hot 0.50',
  },
  {
    about: 'two surcharges for a temperature, and toppings without a choice',
    text: '奶茶 6\n冰量：去冰、热饮 +0.5\n热饮+0.8\n【配料 +0.9】\n凉皮 8',
    menu: `奶茶 = 6.00
      凉皮 = 8.00
      + 冰量|Ice: 去冰|No ice 0.00, 热饮|Hot 0.50
      ~ 热饮+0.8
      ~ 【配料 +0.9】`,
  },
  {
    about: 'a surcharge in a list of choices',
    text: '奶茶 6\n冰量：正常冰 去冰 热饮 +0.5\n甜度：半糖、黑糖+0.3',
    menu: `奶茶 = 6.00
      + 冰量|Ice: 正常冰|Regular ice 0.00, 去冰|No ice 0.00, 热饮|Hot 0.50
      + 甜度|Sweetness: 半糖|Half sugar 0.00, 黑糖 0.30`,
  },
  {
    about: 'several surcharges on a line',
    text: '奶茶 6\n红茶 5\n甜度：全糖 半糖\n热饮+0.5，大杯 +1',
    menu: `奶茶 = 标准 6.00, 大杯 7.00
      红茶 = 标准 5.00, 大杯 6.00
      + 甜度|Sweetness: 全糖|Full sugar 0.00, 半糖|Half sugar 0.00
      + 温度|Temperature: 冷饮|Iced 0.00, 热饮|Hot 0.50`,
  },
  {
    about: 'surcharges in brackets',
    text: '奶茶 6\n冷热：冰、热（+0.5）\n加料：珍珠（+0.75）椰果（加一元）',
    menu: `奶茶 = 6.00
      + 冷热|Ice: 冰 0.00, 热|Hot 0.50
      + 加料|Toppings: 珍珠|Pearls 0.75, 椰果|Coconut jelly 1.00`,
  },
  {
    about: 'a list with spaces and one price',
    text: '奶茶 6\n小料 珍珠 椰果 各0.75\n\n早餐：\n豆浆 油条 各2\n红豆 布丁 各1\n换燕麦奶+0.8',
    menu: `奶茶 = 6.00
      [早餐]
      豆浆 = 2.00
      油条 = 2.00
      + 小料|Toppings: 珍珠|Pearls 0.75, 椰果|Coconut jelly 0.75, 红豆|Red bean 1.00, 布丁|Pudding 1.00, 换燕麦奶 0.80`,
  },
  {
    about: 'a surcharge for hot drinks in two sizes',
    text: '【奶茶】中杯/大杯\n珍珠奶茶 6/7\n红茶 5/6\n热饮+0.5',
    menu: `[奶茶]
      珍珠奶茶 = 中杯 6.00, 大杯 7.00
      红茶 = 中杯 5.00, 大杯 6.00
      + 温度|Temperature: 冷饮|Iced 0.00, 热饮|Hot 0.50`,
  },
  {
    about: 'surcharges for a size in many forms',
    text: '【奶茶】大杯加一元\n红茶 5\n【果茶】大杯+1元\n橙汁 5\n【咖啡】加大 +$1\n拿铁 5\n【豆浆】大杯另加五毛\n甜豆浆 3',
    menu: `[奶茶]
      红茶 = 标准 5.00, 大杯 6.00
      [果茶]
      橙汁 = 标准 5.00, 大杯 6.00
      [咖啡]
      拿铁 = 标准 5.00, 加大 6.00
      [豆浆]
      甜豆浆 = 标准 3.00, 大杯 3.50`,
  },
  {
    about: 'a surcharge for all products above it',
    text: '奶茶\n红茶 5\n绿茶 6\n大杯加一块五\n小吃\n薯条 4',
    menu: '[奶茶]\n红茶 = 标准 5.00, 大杯 6.50\n绿茶 = 标准 6.00, 大杯 7.50\n[小吃]\n薯条 = 4.00',
  },
  {
    about: 'surcharges that differ from product to product',
    text: '拿铁 5\n热饮+0.5\n美式 4\n热饮+0.3',
    menu: '拿铁 = 标准 5.00, 热饮 5.50\n美式 = 标准 4.00, 热饮 4.30',
  },
  {
    about: 'surcharges for all drinks',
    text: '大杯 +1\n奶茶\n红茶 5\n小吃\n薯条 4\n\n所有饮品升级特大杯 +两元',
    menu: `[奶茶]
      红茶 = 标准 5.00, 大杯 6.00
      [小吃]
      薯条 = 4.00
      ~ 所有饮品升级特大杯 +两元`,
  },
  {
    about: 'a surcharge that fits no product',
    text: '红茶 中杯 5 大杯 6\n绿茶 中杯 5 大杯 6\n\n大杯 +1\n【果茶】+1\n橙汁 5',
    menu: '红茶 = 中杯 5.00, 大杯 6.00\n绿茶 = 中杯 5.00, 大杯 6.00\n[果茶]\n橙汁 = 5.00\n~ 大杯 +1\n~ 【果茶】+1',
  },
  {
    about: 'amounts in words',
    text: '包子 一块五\n油条五毛\n豆浆两块\n豆浆 两块\n红茶十二元\n绿茶 二十元\n煎饼 六块半\n茶叶蛋 5毛\n加珍珠一元\n加布丁 加半刀',
    menu: `包子 = 1.50
      油条 = 0.50
      豆浆 = 2.00
      红茶 = 12.00
      绿茶 = 20.00
      煎饼 = 6.50
      茶叶蛋 = 0.50
      + 加料|Toppings: 珍珠|Pearls 1.00, 布丁|Pudding 0.50
      ~ 豆浆两块`,
  },
  {
    about: 'words for money in names',
    text: '三块豆腐 5\n炸鸡九块 12\n五毛辣条 1\n加州卷 8.99\n十元店\n酸奶 3',
    menu: '三块豆腐 = 5.00\n炸鸡九块 = 12.00\n五毛辣条 = 1.00\n加州卷 = 8.99\n[十元店]\n酸奶 = 3.00',
  },
  {
    about: 'a product in brackets',
    text: '【珍珠奶茶】6.5\n【红茶】中杯5/大杯6',
    menu: '珍珠奶茶 = 6.50\n红茶 = 中杯 5.00, 大杯 6.00',
  },
]
