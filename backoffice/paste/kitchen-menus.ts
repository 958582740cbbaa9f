/**
 * Menus for tests, as owners of restaurants and grocers write them in a chat. `menu` is what `readMenu` must find in
 * `text`.
 */
export const kitchenMenus = [
  {
    about: 'a Cantonese menu in traditional Chinese',
    text: '點心\n蝦餃皇 Har gow (4) $7.8\n燒賣 Siu mai (4) $7.2\n\n粥麵\n雲吞麵 Wonton noodles 12.5',
    menu: `[點心]
      蝦餃皇|Har gow (4) = 7.80
      燒賣|Siu mai (4) = 7.20
      [粥麵]
      雲吞麵|Wonton noodles = 12.50`,
  },
  {
    about: 'half and whole',
    text: '玫瑰油雞 Soy chicken 半隻 18 一隻 34',
    menu: '玫瑰油雞|Soy chicken = 半隻 18.00, 一隻 34.00',
  },
  { about: 'portions', text: '宫保鸡丁 小份 8 大份 12', menu: '宫保鸡丁 = 小份 8.00, 大份 12.00' },
  {
    about: 'portions below the name',
    text: '宫保鸡丁 Kung pao chicken\n小份 8 大份 12\n鱼香肉丝 Yuxiang pork\n小份 9 大份 13',
    menu: `宫保鸡丁|Kung pao chicken = 小份 8.00, 大份 12.00
      鱼香肉丝|Yuxiang pork = 小份 9.00, 大份 13.00`,
  },
  {
    about: 'a Sichuan menu with numbers',
    text: '凉菜 Cold dishes\n12 夫妻肺片 Sliced beef in chili oil 🌶🌶 13.99\n13 口水鸡 Mouthwatering chicken 🌶 12.99',
    menu: `[凉菜|Cold dishes]
      夫妻肺片|Sliced beef in chili oil = 13.99 *spicy
      口水鸡|Mouthwatering chicken = 12.99 *spicy`,
  },
  {
    about: 'a list of a grocer',
    text: '青菜类\n上海青 $1.99/磅\n空心菜 2.99/lb\n大白菜 0.99 一磅\n豆腐 2.5/盒',
    menu: `[青菜类]
      上海青 (磅) = 1.99
      空心菜 (lb) = 2.99
      大白菜 (磅) = 0.99
      豆腐 (盒) = 2.50`,
  },
  {
    about: 'amounts of a grocer',
    text: '老干妈 280g 4.99\n王老吉 310ml 1.5\n金龙鱼大米 15磅 22.99',
    menu: '老干妈 280g = 4.99\n王老吉 310ml = 1.50\n金龙鱼大米 15磅 = 22.99',
  },
  {
    about: 'a chain order in a chat',
    text: '#接龙\n周六下午送货\n1. 猪肉白菜水饺 50个 $25\n2. 韭菜鸡蛋水饺 50个 $22\n3. ',
    menu: '猪肉白菜水饺 50个 = 25.00\n韭菜鸡蛋水饺 50个 = 22.00\n~ #接龙\n~ 周六下午送货',
  },
  {
    about: 'a chain order with an example',
    text: '#接龙 团购\n例 张三 水饺 1份\n\n1、手工馒头 8元\n2、葱油饼 10元',
    menu: '手工馒头 = 8.00\n葱油饼 = 10.00\n~ #接龙 团购\n~ 例 张三 水饺 1份',
  },
  { about: 'several pieces for one price', text: '豆沙包 3个10元', menu: '豆沙包 3个 = 10.00' },
  {
    about: 'a price before the name',
    text: '$12.99 红烧牛肉面 Braised beef noodles',
    menu: '红烧牛肉面|Braised beef noodles = 12.99',
  },
  { about: 'a price between the names', text: '牛肉面 12.99 Beef noodles', menu: '牛肉面|Beef noodles = 12.99' },
  {
    about: 'an English menu with descriptions',
    text: 'APPETIZERS\n\nSpring Rolls (4) ..... $6.95\nCabbage, carrot, vermicelli\n\nHot & Sour Soup ..... S 4.95 L 8.95',
    menu: `[APPETIZERS]
      Spring Rolls (4) = 6.95 (Cabbage, carrot, vermicelli)
      Hot & Sour Soup = 小 4.95, 大 8.95`,
  },
  {
    about: 'codes and a range of a barbecue',
    text: 'B1. 叉燒飯 BBQ pork rice  13.5',
    menu: '叉燒飯|BBQ pork rice = 13.50',
  },
  {
    about: 'a price at the market',
    text: '清蒸石斑 Steamed garoupa 时价',
    menu: '清蒸石斑|Steamed garoupa = – ?price',
  },
  { about: 'a seasonal price in English', text: 'Lobster 龍蝦 (market price)', menu: '龍蝦|Lobster = – ?price' },
  { about: 'two prices without sizes', text: '酸辣汤 5/9', menu: '酸辣汤 = 5.00, 9.00 ?sizes' },
  {
    about: 'a PDF with broken lines',
    text: '酸菜鱼\n..........\n22.80\n水煮牛肉\n..........\n24.80',
    menu: '酸菜鱼 = 22.80\n水煮牛肉 = 24.80',
  },
  {
    about: 'a PDF with a name broken in two',
    text: 'Stir-fried beef with\nblack pepper sauce 18.5\nMapo tofu 14',
    menu: 'Stir-fried beef with black pepper sauce = 18.50\nMapo tofu = 14.00',
  },
  {
    about: 'two products on one line',
    text: '可乐 2 雪碧 2',
    menu: '可乐 = 2.00\n雪碧 = 2.00',
  },
  {
    about: 'sauce with capitals',
    text: 'XO酱炒饭 XO sauce fried rice 15.8',
    menu: 'XO酱炒饭|XO sauce fried rice = 15.80',
  },
  { about: 'a brand that begins with a digit', text: '7-Up 七喜 2.5', menu: '七喜|7-Up = 2.50' },
  {
    about: 'a thousand',
    text: '海参礼盒 Sea cucumber gift box $1,280.00',
    menu: '海参礼盒|Sea cucumber gift box = 1280.00 ?dear',
  },
  { about: 'spaces between digits and sign', text: '牛肉面 $ 12.99', menu: '牛肉面 = 12.99' },
  { about: 'kuai', text: '肉夹馍 6块\n凉皮 8块5', menu: '肉夹馍 = 6.00\n凉皮 = 8.50' },
  {
    about: 'carriage returns and marks of direction',
    text: '\u202a肉夹馍 6\r\n\u200f凉皮 8\r\n',
    menu: '肉夹馍 = 6.00\n凉皮 = 8.00',
  },
  {
    about: 'extras of a noodle shop',
    text: '牛肉面 13\nExtras\nExtra beef 4\nEgg 2',
    menu: '牛肉面 = 13.00\n+ 加料|Extras: Extra beef 4.00, Egg 2.00',
  },
  {
    about: 'a heading after extras',
    text: 'Noodles\nBeef noodles 13\nAdd-ons: egg 2, beef 4\nDrinks:\nCola 2',
    menu: `[Noodles]
      Beef noodles = 13.00
      [Drinks]
      Cola = 2.00
      + 加料|Add-ons: egg 2.00, beef 4.00`,
  },
  { about: 'pots and cups', text: '普洱 Pu-erh 杯 4 壶 12', menu: '普洱|Pu-erh = 杯 4.00, 壶 12.00' },
  {
    about: 'notes below a menu',
    text: '凉皮 8\n\n所有价格不含税',
    menu: '凉皮 = 8.00\n~ 所有价格不含税',
  },
  { about: 'a dish with a count in front', text: '3 cup chicken 三杯鸡 16', menu: '三杯鸡|3 cup chicken = 16.00' },
  {
    about: 'fractions of a unit',
    text: 'Beef 1/2 lb 12.99\n虾 ½斤 $8 1斤 $15\n牛肉 1/2磅 12.99\nBurger (1/3 lb) 9.50\nLobster 1 1/2 lb 25\nEggs 1/2 dozen 4.50',
    menu: `Beef 1/2 lb = 12.99
      虾 = 1/2斤 8.00, 1斤 15.00
      牛肉 1/2磅 = 12.99
      Burger (1/3 lb) = 9.50
      Lobster 1 1/2 lb = 25.00
      Eggs 1/2 dozen = 4.50`,
  },
  { about: 'a fraction without a price', text: 'Shrimp 3/4 lb', menu: '~ Shrimp 3/4 lb' },
  { about: 'two prices that look like a fraction', text: '奶茶 3/4', menu: '奶茶 = 3.00, 4.00 ?sizes' },
]
