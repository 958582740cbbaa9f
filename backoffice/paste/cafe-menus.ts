/**
 * Menus for tests, as owners of tea bars and bakeries write them in a chat. `menu` is what `readMenu` must find in
 * `text`.
 */
export const cafeMenus = [
  {
    about: 'a name in two languages with a second size',
    text: '珍珠奶茶 Pearl milk tea 6.50 / 大杯 7.50',
    menu: '珍珠奶茶|Pearl milk tea = 标准 6.50, 大杯 7.50',
  },
  { about: 'English first', text: 'Pearl milk tea 珍珠奶茶 $6.5', menu: '珍珠奶茶|Pearl milk tea = 6.50' },
  { about: 'a price in yuan', text: '珍珠奶茶 6.50元', menu: '珍珠奶茶 = 6.50' },
  { about: 'a Canadian price', text: 'Matcha latte CA$6.50', menu: 'Matcha latte = 6.50' },
  {
    about: 'sizes in a heading',
    text: '奶茶 Milk tea 中杯/大杯 M/L\n珍珠奶茶 Pearl milk tea 6.5 / 7.5\n红茶拿铁 Black tea latte 6 / 7',
    menu: `[奶茶|Milk tea]
      珍珠奶茶|Pearl milk tea = 中杯 6.50, 大杯 7.50
      红茶拿铁|Black tea latte = 中杯 6.00, 大杯 7.00`,
  },
  {
    about: 'a line of sizes',
    text: '【果茶 Fruit tea】\nM L\n杨枝甘露 Mango sago\t7.25\t8.25',
    menu: '[果茶|Fruit tea]\n杨枝甘露|Mango sago = 中 7.25, 大 8.25',
  },
  { about: 'a letter as size', text: '柠檬茶 M 5.5 L 6.5', menu: '柠檬茶 = 中 5.50, 大 6.50' },
  { about: 'a glued letter', text: '柠檬茶 M5.5 L6.5', menu: '柠檬茶 = 中 5.50, 大 6.50' },
  { about: 'a surcharge for a size', text: '四季春 5 大 +1', menu: '四季春 = 标准 5.00, 大 6.00' },
  { about: 'a surcharge with names', text: '四季春 中杯 5 大杯 +0.8', menu: '四季春 = 中杯 5.00, 大杯 5.80' },
  { about: 'full-width signs', text: '珍珠奶茶　Ｐｅａｒｌ　６．５０', menu: '珍珠奶茶|Pearl = 6.50' },
  {
    about: 'a numbered list',
    text: '1. 珍珠奶茶 6.5\n2、芋泥奶茶 7\n3) 抹茶拿铁 7.5',
    menu: '珍珠奶茶 = 6.50\n芋泥奶茶 = 7.00\n抹茶拿铁 = 7.50',
  },
  { about: 'codes', text: 'A12 珍珠奶茶 6.5\nB3 Taro milk tea 7', menu: '珍珠奶茶 = 6.50\nTaro milk tea = 7.00' },
  { about: 'dots as leaders', text: 'Pearl milk tea ........ 6.50', menu: 'Pearl milk tea = 6.50' },
  { about: 'an ellipsis as leader', text: '珍珠奶茶………6.5', menu: '珍珠奶茶 = 6.50' },
  {
    about: 'a table',
    text: '珍珠奶茶\tPearl milk tea\t6.50\t7.50',
    menu: '珍珠奶茶|Pearl milk tea = 6.50, 7.50 ?sizes',
  },
  { about: 'a price from', text: '生日蛋糕 Birthday cake 48起', menu: '生日蛋糕|Birthday cake = 48.00' },
  {
    about: 'emoji as bullets',
    text: '🧋 珍珠奶茶 6.5\n🍓草莓奶昔 Strawberry shake 7.5',
    menu: '珍珠奶茶 = 6.50\n草莓奶昔|Strawberry shake = 7.50',
  },
  { about: 'a slash between names', text: '珍珠奶茶/Pearl milk tea/6.5', menu: '珍珠奶茶|Pearl milk tea = 6.50' },
  { about: 'a dash between names', text: '珍珠奶茶 - Pearl milk tea - $6.50', menu: '珍珠奶茶|Pearl milk tea = 6.50' },
  { about: 'a name in brackets', text: '珍珠奶茶（Pearl milk tea）6.50', menu: '珍珠奶茶|Pearl milk tea = 6.50' },
  { about: 'a dot between names', text: 'Pearl milk tea · 珍珠奶茶 · 6.50', menu: '珍珠奶茶|Pearl milk tea = 6.50' },
  { about: 'glued names', text: '珍珠奶茶Pearl milk tea 6.50', menu: '珍珠奶茶|Pearl milk tea = 6.50' },
  { about: 'a brand in a Chinese name', text: 'Oreo奶茶 Oreo milk tea 7', menu: 'Oreo奶茶|Oreo milk tea = 7.00' },
  { about: 'capitals in a Chinese name', text: 'QQ奶茶 6.8', menu: 'QQ奶茶 = 6.80' },
  {
    about: 'names on two lines, the price with the second',
    text: '珍珠奶茶\nPearl milk tea 6.50\n芋泥奶茶\nTaro milk tea 7.00',
    menu: '珍珠奶茶|Pearl milk tea = 6.50\n芋泥奶茶|Taro milk tea = 7.00',
  },
  {
    about: 'names on two lines, the price with the first',
    text: '珍珠奶茶 6.50\nPearl milk tea\n芋泥奶茶 7.00\nTaro milk tea',
    menu: '珍珠奶茶|Pearl milk tea = 6.50\n芋泥奶茶|Taro milk tea = 7.00',
  },
  {
    about: 'the price on a line of its own',
    text: '珍珠奶茶\nPearl milk tea\n6.50\n\n芋泥奶茶\nTaro milk tea\n$7.00',
    menu: '珍珠奶茶|Pearl milk tea = 6.50\n芋泥奶茶|Taro milk tea = 7.00',
  },
  {
    about: 'the second size on a line of its own',
    text: '珍珠奶茶 中杯 6.5\n大杯 7.5\n绿茶 5',
    menu: '珍珠奶茶 = 中杯 6.50, 大杯 7.50\n绿茶 = 5.00',
  },
  {
    about: 'headings with signs',
    text: '奶茶系列：\n珍珠奶茶 6.5\n--- 果茶 ---\n芒果绿 7\n## Coffee\nLatte 5\n★招牌★\n杨枝甘露 8',
    menu: `[奶茶系列]
      珍珠奶茶 = 6.50
      [果茶]
      芒果绿 = 7.00
      [Coffee]
      Latte = 5.00
      [招牌]
      杨枝甘露 = 8.00`,
  },
  {
    about: 'headings without signs',
    text: '奶茶\n珍珠奶茶 6.5\n芋泥奶茶 7\n\n果茶\n芒果绿 7',
    menu: '[奶茶]\n珍珠奶茶 = 6.50\n芋泥奶茶 = 7.00\n[果茶]\n芒果绿 = 7.00',
  },
  {
    about: 'a heading on two lines',
    text: '奶茶\nMilk tea\n珍珠奶茶 Pearl milk tea 6.5\n芋泥奶茶 Taro milk tea 7',
    menu: '[奶茶|Milk tea]\n珍珠奶茶|Pearl milk tea = 6.50\n芋泥奶茶|Taro milk tea = 7.00',
  },
  {
    about: 'an English menu under a Chinese heading',
    text: '奶茶\nPearl milk tea 6.5\nTaro milk tea 7\nOolong milk tea 6',
    menu: '[奶茶]\nPearl milk tea = 6.50\nTaro milk tea = 7.00\nOolong milk tea = 6.00',
  },
  {
    about: 'toppings with prices',
    text: '珍珠奶茶 6.5\n加料 Toppings\n珍珠 Pearls 0.75\n布丁 Pudding 1\n椰果 +0.75',
    menu: '珍珠奶茶 = 6.50\n+ 加料|Toppings: 珍珠|Pearls 0.75, 布丁|Pudding 1.00, 椰果|Coconut jelly 0.75',
  },
  {
    about: 'toppings on one line',
    text: '奶茶 6\n加料：珍珠 0.75 / 椰果 0.75 / 奶盖 1.5',
    menu: '奶茶 = 6.00\n+ 加料|Toppings: 珍珠|Pearls 0.75, 椰果|Coconut jelly 0.75, 奶盖|Cheese foam 1.50',
  },
  {
    about: 'toppings at one price',
    text: 'Milk tea 6\nToppings +$0.75 each: pearls, grass jelly, red bean',
    menu: 'Milk tea = 6.00\n+ 加料|Toppings: pearls 0.75, grass jelly 0.75, red bean 0.75',
  },
  {
    about: 'toppings at the price of their heading',
    text: '奶茶 6\n【配料 +0.8】\n珍珠、红豆、芋圆',
    menu: '奶茶 = 6.00\n+ 配料|Toppings: 珍珠|Pearls 0.80, 红豆|Red bean 0.80, 芋圆|Taro balls 0.80',
  },
  {
    about: 'a topping with its verb',
    text: '奶茶 6\n加珍珠 +0.75\n加奶盖 +1.5',
    menu: '奶茶 = 6.00\n+ 加料|Toppings: 珍珠|Pearls 0.75, 奶盖|Cheese foam 1.50',
  },
  {
    about: 'sweetness and ice',
    text: '奶茶 6\n甜度: 全糖 七分 半糖 无糖\n冰量：正常冰 少冰 去冰 热',
    menu: `奶茶 = 6.00
      + 甜度|Sweetness: 全糖|Full sugar 0.00, 七分|70% sugar 0.00, 半糖|Half sugar 0.00, 无糖|No sugar 0.00
      + 冰量|Ice: 正常冰|Regular ice 0.00, 少冰|Less ice 0.00, 去冰|No ice 0.00, 热|Hot 0.00`,
  },
  {
    about: 'sweetness in percent',
    text: 'Milk tea 6\nSugar level: 100% / 70% / 50% / 30% / 0%',
    menu: 'Milk tea = 6.00\n+ 甜度|Sugar level: 100% 0.00, 70% 0.00, 50% 0.00, 30% 0.00, 0% 0.00',
  },
  {
    about: 'a surcharge for all drinks of a heading',
    text: '【奶茶】大杯 +1\n珍珠奶茶 6\n芋泥奶茶 7',
    menu: '[奶茶]\n珍珠奶茶 = 标准 6.00, 大杯 7.00\n芋泥奶茶 = 标准 7.00, 大杯 8.00',
  },
  {
    about: 'hot and iced',
    text: '拿铁 Latte 热 5 冰 5.5',
    menu: '拿铁|Latte = 热 5.00, 冰 5.50',
  },
  {
    about: 'marks',
    text: '🌶 辣味奶茶 6\n抹茶拿铁 (v) 7\n【新】芋泥 7\n新 杨枝甘露 8\nMango tea NEW 7\n招牌 烤奶 6',
    menu: `辣味奶茶 = 6.00 *spicy
      抹茶拿铁 = 7.00 *vegetarian
      芋泥 = 7.00 *new
      杨枝甘露 = 8.00 *new
      Mango tea = 7.00 *new
      烤奶 = 6.00 *signature`,
  },
  { about: 'a mark that is part of a name', text: '新鲜橙汁 6\n招牌奶茶 7', menu: '新鲜橙汁 = 6.00\n招牌奶茶 = 7.00' },
  {
    about: 'a description in brackets',
    text: '珍珠奶茶 Pearl milk tea 6.5\n(红茶、鲜奶、黑糖珍珠)',
    menu: '珍珠奶茶|Pearl milk tea = 6.50 (红茶、鲜奶、黑糖珍珠)',
  },
  {
    about: 'an indented description',
    text: 'Pearl milk tea 6.5\n  Black tea with fresh milk\nGreen tea 5',
    menu: 'Pearl milk tea = 6.50 (Black tea with fresh milk)\nGreen tea = 5.00',
  },
  {
    about: 'descriptions as sentences',
    text: 'Croissant $4.25\nButter, flour, and two days of patience.\nPain au chocolat $4.75',
    menu: 'Croissant = 4.25 (Butter, flour, and two days of patience.)\nPain au chocolat = 4.75',
  },
  { about: 'a surcharge without base', text: '升级套餐 +3', menu: '升级套餐 = 3.00 ?base' },
  { about: 'a price of nothing', text: '白开水 0', menu: '白开水 = 0.00 ?free' },
  { about: 'a price above the limit', text: '奶茶 65000', menu: '奶茶 = 65000.00 ?dear' },
  {
    about: 'a bakery',
    text: '面包 Bread\n菠萝包 Pineapple bun 2.25\n鸡尾包 Cocktail bun 2.25\n\n蛋糕 Cakes\n芒果蛋糕 Mango cake 6寸 38 8寸 52',
    menu: `[面包|Bread]
      菠萝包|Pineapple bun = 2.25
      鸡尾包|Cocktail bun = 2.25
      [蛋糕|Cakes]
      芒果蛋糕|Mango cake = 6寸 38.00, 8寸 52.00`,
  },
  {
    about: 'a head with address and hours',
    text: '灯里茶饮 Lantern Lane\n电话 905-555-0123\n营业时间 11:00-21:00\n\n奶茶 Milk tea\n珍珠奶茶 6.5',
    menu: '[奶茶|Milk tea]\n珍珠奶茶 = 6.50\n~ 灯里茶饮 Lantern Lane\n~ 电话 905-555-0123\n~ 营业时间 11:00-21:00',
  },
]
