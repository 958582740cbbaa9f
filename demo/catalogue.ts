import type { Recipe } from './pictures.ts'
import type { TextPair } from './product.ts'
import { eveningTag } from './product.ts'
import { leadOf } from './renders/rendered.ts'

export interface DemoCategory {
  id: string
  parentId?: string
  name: TextPair
  description: TextPair
  /** The category's own picture. By default, the category shows the picture of its first product. */
  picture?: Recipe
  /** With `menu`, the category's page shows a long list of rows instead of a grid. */
  layout?: 'menu'
}

/** The category tree, in display order. */
export const demoCategories: DemoCategory[] = [
  {
    id: 'tea-bar',
    name: ['Tea bar', '茶饮'],
    description: ['Shaken, whisked and pulled to order.', '现摇、现刷、现拉，点了才做。'],
    picture: leadOf('strawberry-cheese-foam'),
    layout: 'menu',
  },
  {
    id: 'milk-tea',
    parentId: 'tea-bar',
    name: ['Milk tea', '奶茶鲜奶'],
    description: ['Real milk, real leaves, pearls cooked every three hours.', '真奶真茶，波霸每三小时一锅。'],
  },
  {
    id: 'fruit-tea',
    parentId: 'tea-bar',
    name: ['Fruit tea', '果茶'],
    description: ['Whole fruit, cut in the morning.', '整颗水果，早上现切。'],
  },
  {
    id: 'pure-tea',
    parentId: 'tea-bar',
    name: ['Pure tea', '纯茶'],
    description: ['Single origins, brewed by the cup.', '单一产地，一杯一泡。'],
  },
  {
    id: 'coffee',
    parentId: 'tea-bar',
    name: ['Coffee', '咖啡'],
    description: ['Yunnan beans, a few good ideas.', '云南豆子，几个好点子。'],
  },
  {
    id: 'bakery',
    name: ['Bakery', '烘焙'],
    description: ['Out of our own ovens from six in the morning.', '早上六点起，自家烤炉。'],
    picture: leadOf('butter-croissant'),
  },
  {
    id: 'bread',
    parentId: 'bakery',
    name: ['Buns & bread', '面包'],
    description: ['Soft, warm, a little sweet.', '软、热、微甜。'],
  },
  {
    id: 'cakes',
    parentId: 'bakery',
    name: ['Cakes', '蛋糕'],
    description: ['By the slice and for the whole table.', '切块也有，整个也有。'],
  },
  {
    id: 'pastries',
    parentId: 'bakery',
    name: ['Mooncakes & pastries', '月饼酥点'],
    description: ['Tarts, shortcakes and mooncakes that travel well.', '蛋挞、酥饼、月饼，路上不怕颠。'],
  },
  {
    id: 'kitchen',
    name: ['Kitchen', '熟食'],
    description: ['Cooked when you order, ready in twenty minutes.', '下单现做，二十分钟好。'],
    picture: leadOf('braised-beef-noodle-soup'),
    layout: 'menu',
  },
  {
    id: 'dumplings',
    parentId: 'kitchen',
    name: ['Dumplings', '饺子点心'],
    description: ['Folded by hand at the window.', '窗边手工现包。'],
  },
  {
    id: 'noodles',
    parentId: 'kitchen',
    name: ['Noodles', '面食'],
    description: ['Pulled, tossed, ladled over.', '现拉、现拌、现浇。'],
  },
  {
    id: 'bento',
    parentId: 'kitchen',
    name: ['Rice & bento', '便当饭食'],
    description: ['Lunch in one box.', '一盒搞定午饭。'],
  },
  {
    id: 'sides',
    parentId: 'kitchen',
    name: ['Small plates', '小食'],
    description: ['To share, or not.', '分着吃，不分也行。'],
  },
  {
    id: 'grocer',
    name: ['Grocer', '杂货'],
    description: ['What we cook with at home.', '自己家里也用的。'],
    picture: leadOf('honey-mandarins'),
  },
  {
    id: 'fruit',
    parentId: 'grocer',
    name: ['Fruit', '水果'],
    description: ['Ripe for today, firm for Sunday.', '今天吃熟的，周末吃硬的。'],
  },
  {
    id: 'vegetables',
    parentId: 'grocer',
    name: ['Vegetables', '蔬菜'],
    description: ['Ontario farms first.', '先挑安省本地农场。'],
  },
  {
    id: 'pantry',
    parentId: 'grocer',
    name: ['Pantry', '粮油酱料'],
    description: ['Rice, sauces and the jar you cannot be without.', '米、酱，还有离不开的那罐辣。'],
  },
  {
    id: 'snacks',
    parentId: 'grocer',
    name: ['Snacks', '零食'],
    description: ['For the drive home.', '回家路上吃。'],
  },
  {
    id: 'drinks',
    parentId: 'grocer',
    name: ['Drinks', '饮料'],
    description: ['Cold, bottled, boxed.', '冰的、瓶装的、盒装的。'],
  },
  {
    id: 'frozen',
    parentId: 'grocer',
    name: ['Frozen', '冷冻'],
    description: ['For the night you need it.', '晚上救急用。'],
  },
  {
    id: 'gifts',
    name: ['Gifts', '礼品'],
    description: ['Wrapped, tied, with a card in your words.', '包好系好，卡片替你写。'],
    picture: leadOf('neighbour-hamper'),
  },
  {
    id: 'gift-sets',
    parentId: 'gifts',
    name: ['Gift sets', '礼盒'],
    description: ['Ready to carry to somebody’s door.', '提起就能上门。'],
  },
  {
    id: 'tea-leaves',
    parentId: 'gifts',
    name: ['Tea leaves', '茶叶'],
    description: ['From our bar to your pot.', '店里喝的，带回家泡。'],
  },
  {
    id: 'tableware',
    parentId: 'gifts',
    name: ['Table & home', '器物'],
    description: ['Pots, chopsticks, a lantern for the door.', '壶、筷，门口一盏灯。'],
  },
]

/** The brands, each with its story. */
export const demoBrands: { id: string; name: TextPair; story: TextPair; picture: Recipe }[] = [
  {
    id: 'lantern-lane-bakery',
    name: ['Lantern Lane Bakery', '灯里烘焙'],
    story: [
      'Four bakers, two ovens and a starter that is older than the shop. The first tray leaves at six, the last at seven in the evening.',
      '四个师傅、两台烤炉，酵种比店还老。早上六点第一盘，晚上七点最后一盘。',
    ],
    picture: leadOf('hokkaido-milk-loaf'),
  },
  {
    id: 'lantern-lane-kitchen',
    name: ['Lantern Lane Kitchen', '灯里厨房'],
    story: [
      'Auntie Zhao folds, Chef Lau boils, and nothing is cooked before somebody orders it.',
      '赵姨包，刘师傅煮，没人点就不下锅。',
    ],
    picture: leadOf('xiao-long-bao'),
  },
  {
    id: 'cloud-terrace',
    name: ['Cloud Terrace', '云台茶事'],
    story: [
      'Leaves from six families in Fujian, Zhejiang and Alishan, bought in spring, by name, at the price they ask.',
      '福建、浙江、阿里山的六户茶家，春天上门收，人家说多少就是多少。',
    ],
    picture: leadOf('alishan-tin'),
  },
  {
    id: 'north-shore-farms',
    name: ['North Shore Farms', '北岸农场'],
    story: [
      'A co-operative of eleven growers along Lake Erie. Picked in the afternoon, on our shelf by breakfast.',
      '伊利湖边十一户农家的合作社。下午采，早饭前上架。',
    ],
    picture: leadOf('vine-tomatoes'),
  },
  {
    id: 'uncle-wong',
    name: ['Uncle Wong', '黄伯酱园'],
    story: [
      'Soy in clay jars on a roof in the New Territories, stirred by the same family since 1958.',
      '新界天台上的一排酱缸，同一家人从一九五八年搅到现在。',
    ],
    picture: leadOf('chilli-crisp'),
  },
  {
    id: 'paddy-and-stone',
    name: ['Paddy & Stone', '石禾'],
    story: [
      'Rice, beans and nuts of this year’s harvest, cleaned by hand and packed without a story on the bag.',
      '只卖当年新收的米豆坚果，手工拣净，包装上不讲故事。',
    ],
    picture: leadOf('jasmine-rice'),
  },
  {
    id: 'harbour-nine',
    name: ['Harbour Nine', '九号码头'],
    story: [
      'Seafood from wharves that we have stood on, frozen within the hour.',
      '码头我们都站过，上岸一小时内急冻。',
    ],
    picture: leadOf('atlantic-lobster'),
  },
  {
    id: 'little-steam',
    name: ['Little Steam', '小蒸汽'],
    story: [
      'Our own dumplings and pancakes for your freezer, made in Markham on quiet mornings.',
      '自家饺子和饼，冷冻给你带走，清早在万锦做的。',
    ],
    picture: leadOf('frozen-pork-cabbage-dumplings'),
  },
  {
    id: 'moon-rabbit',
    name: ['Moon Rabbit', '月兔'],
    story: ['The sweets of our childhood, with shorter lists of ingredients.', '小时候的零食，配料表短了一些。'],
    picture: leadOf('moon-rabbit-milk-candy'),
  },
  {
    id: 'suzu',
    name: ['Suzu', '铃'],
    story: [
      'Fruit waters from small presses on Shikoku and in the Niagara peninsula.',
      '四国和尼亚加拉小榨坊的果味水。',
    ],
    picture: leadOf('yuzu-soda'),
  },
]

/** The demonstration's tags. Hidden tags select the cart's add-ons and the home page's dinner dishes. */
export const demoTags: { id: string; name: TextPair; hidden?: boolean }[] = [
  { id: 'best-seller', name: ['Neighbourhood favourites', '街坊最爱'] },
  { id: 'signature', name: ['Our signatures', '招牌'] },
  { id: 'new', name: ['New this month', '本月新到'] },
  { id: 'vegetarian', name: ['Vegetarian', '素食'] },
  { id: 'vegan', name: ['Vegan', '纯素'] },
  { id: 'gluten-free', name: ['Gluten-free', '无麸质'] },
  { id: 'spicy', name: ['Spicy', '辣味'] },
  { id: 'halal', name: ['Halal', '清真'] },
  { id: 'add-on', name: ['Add-on', '加购'], hidden: true },
  { id: eveningTag, name: ['Also in the evening', '晚上也有'], hidden: true },
]

interface DemoModifierGroup {
  id: string
  name: TextPair
  min: number
  max: number
  free?: number
  /** Variants with one of these option values do not offer the modifier group. */
  unless?: { option: TextPair; value: TextPair }[]
  modifiers: { id: string; name: TextPair; price?: number; available?: boolean }[]
}

/** The modifiers of drinks and dishes, in groups. */
export const demoModifierGroups: DemoModifierGroup[] = [
  {
    id: 'sugar',
    name: ['Sugar', '甜度'],
    min: 1,
    max: 1,
    modifiers: [
      { id: 'sugar-100', name: ['Full, 100%', '全糖'] },
      { id: 'sugar-70', name: ['Less, 70%', '七分糖'] },
      { id: 'sugar-50', name: ['Half, 50%', '半糖'] },
      { id: 'sugar-30', name: ['Light, 30%', '三分糖'] },
      { id: 'sugar-0', name: ['None', '无糖'] },
    ],
  },
  {
    id: 'ice',
    name: ['Ice', '冰量'],
    min: 0,
    max: 1,
    unless: [{ option: ['Temperature', '温度'], value: ['Hot', '热'] }],
    modifiers: [
      { id: 'ice-less', name: ['Less ice', '少冰'] },
      { id: 'ice-none', name: ['No ice', '去冰'] },
    ],
  },
  {
    id: 'toppings',
    name: ['Toppings', '加料'],
    min: 0,
    max: 3,
    modifiers: [
      { id: 'topping-boba', name: ['Tapioca pearls', '波霸'], price: 75 },
      { id: 'topping-crystal', name: ['Crystal pearls', '水晶波波'], price: 75 },
      { id: 'topping-coconut-jelly', name: ['Coconut jelly', '椰果'], price: 75 },
      { id: 'topping-taro', name: ['Mashed taro', '芋泥'], price: 125 },
      { id: 'topping-pudding', name: ['Egg pudding', '布丁'], price: 100 },
      { id: 'topping-cheese-foam', name: ['Cheese foam', '芝士奶盖'], price: 150 },
      { id: 'topping-grass-jelly', name: ['Grass jelly', '仙草'], price: 75, available: false },
    ],
  },
  {
    id: 'heat',
    name: ['How hot', '辣度'],
    min: 0,
    max: 1,
    modifiers: [
      { id: 'heat-none', name: ['Not hot', '不辣'] },
      { id: 'heat-mild', name: ['Mild', '微辣'] },
      { id: 'heat-medium', name: ['Medium', '中辣'] },
      { id: 'heat-hot', name: ['Hot', '重辣'] },
    ],
  },
  {
    id: 'noodle-extras',
    name: ['Extras', '加点什么'],
    min: 0,
    max: 3,
    modifiers: [
      { id: 'noodle-more', name: ['More noodles', '加面'], price: 200 },
      { id: 'noodle-egg', name: ['Soft egg', '溏心蛋'], price: 175 },
      { id: 'noodle-beef', name: ['Braised beef', '加牛肉'], price: 500 },
      { id: 'noodle-greens', name: ['Bok choy', '加青菜'], price: 150 },
    ],
  },
  {
    id: 'bento-extras',
    name: ['Sides', '配菜'],
    min: 0,
    max: 3,
    free: 1,
    modifiers: [
      { id: 'bento-pickles', name: ['House pickles', '自制泡菜'], price: 100 },
      { id: 'bento-corn', name: ['Buttered corn', '黄油玉米'], price: 150 },
      { id: 'bento-egg', name: ['Tea egg', '茶叶蛋'], price: 175 },
      { id: 'bento-rice', name: ['More rice', '加饭'], price: 150 },
    ],
  },
]
