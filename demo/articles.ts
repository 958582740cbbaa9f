import type { DemoBlock } from './blocks.ts'
import type { Recipe } from './pictures.ts'
import type { Person } from './portraits.ts'
import type { TextPair } from './product.ts'
import { sceneOf } from './renders/rendered.ts'

export interface DemoArticle {
  id: string
  title: TextPair
  summary: TextPair
  author: TextPair
  portrait?: Person
  cover: Recipe
  alt: TextPair
  category: string
  tags: string[]
  /** Days from today until the article is published; null for a draft. */
  day: number | null
  blocks: DemoBlock[]
}

export const demoArticleCategories: { id: string; name: TextPair; text: TextPair }[] = [
  {
    id: 'recipes',
    name: ['Recipes', '在家做'],
    text: ['What the kitchen cooks for itself, written down for yours.', '后厨自己吃的那几样，写下来给你在家做。'],
  },
  {
    id: 'tea-notes',
    name: ['Tea notes', '茶事'],
    text: ['Leaves, water, milk, and how long.', '叶子、水、奶，还有火候。'],
  },
  {
    id: 'around-the-shop',
    name: ['Around the shop', '店里的事'],
    text: ['People, seasons, and why we do it this way.', '人、时令，还有为什么这么做。'],
  },
]

export const demoArticleTags: { id: string; name: TextPair }[] = [
  { id: 'quick', name: ['Under twenty minutes', '二十分钟内'] },
  { id: 'noodles-dumplings', name: ['Noodles & dumplings', '面和饺子'] },
  { id: 'tea', name: ['Tea', '茶'] },
  { id: 'sweet', name: ['Sweet', '甜的'] },
  { id: 'fruit', name: ['Fruit', '水果'] },
  { id: 'family', name: ['For the whole table', '一大家子'] },
]

/** Articles, newest first. */
export const demoArticles: DemoArticle[] = [
  {
    id: 'twelve-minute-noodles',
    title: ['Scallion oil noodles, twelve minutes', '葱油拌面，十二分钟'],
    summary: [
      'One bunch of scallions, one small pan, no hurry. The oil keeps for two weeks and makes anything better.',
      '一把葱、一口小锅，别急。熬好的葱油能放两周，拌什么都香。',
    ],
    author: ['Aunt Fang, kitchen', '后厨方阿姨'],
    portrait: 'fang',
    cover: sceneOf('noodles-and-soy-sauce'),
    alt: ['A bowl of scallion oil noodles, and a bottle of soy sauce', '一碗葱油拌面，一瓶头抽'],
    category: 'recipes',
    tags: ['quick', 'noodles-dumplings'],
    day: -2,
    blocks: [
      {
        paragraph: [
          'The secret is that there is none. Scallions go into cold oil, the flame stays low, and you stay beside it. Ten minutes later they are the colour of tea and the kitchen smells like a street in Shanghai at six in the evening.',
          '其实没有什么秘诀。葱冷油下锅，火一直小着，人别走开。十分钟后葱变成茶色，整个厨房就是傍晚六点的上海弄堂。',
        ],
      },
      { heading: ['For two', '两人份'] },
      {
        list: [
          ['200 g thin wheat noodles', '细面 200 克'],
          ['8 scallions, washed and very dry', '小葱 8 根，洗净，一定要擦干'],
          ['100 ml neutral oil', '没味道的油 100 毫升'],
          ['3 tablespoons light soy sauce, 1 of dark', '生抽 3 勺，老抽 1 勺'],
          ['2 teaspoons sugar', '糖 2 小勺'],
        ],
      },
      { heading: ['How', '做法'] },
      {
        steps: [
          [
            'Cut the scallions as long as a finger, whites and greens apart. Water makes the oil spit, so dry them once more.',
            '葱切成手指长，葱白葱绿分开。有水会溅油，再擦一遍。',
          ],
          [
            'Whites into the cold oil over a low flame, five minutes. Then the greens, six more. Stop when they are brown and crisp, a moment before you think you should.',
            '葱白冷油下锅，小火五分钟；再下葱绿，六分钟。焦黄酥脆就停，比你觉得该停的时候早一点。',
          ],
          [
            'Lift the scallions out. Pour soy sauces and sugar into the hot oil away from the flame; it foams and calms down.',
            '葱捞出来。锅离火，倒进生抽老抽和糖，会起泡，一会儿就平了。',
          ],
          [
            'Boil the noodles a little short, drain them well, and toss with two spoons of the oil each. The crisp scallions go on top.',
            '面煮得硬一点，沥干，每碗两勺葱油拌开，酥葱放最上面。',
          ],
        ],
      },
      {
        quote: [
          'If you are hungry at eleven at night, this is what you make. If you are not, you will be.',
          '夜里十一点饿了就做这个。不饿，做着做着也饿了。',
        ],
        by: ['Aunt Fang', '方阿姨'],
      },
      {
        products: ['first-draw-soy-sauce', 'scallion-oil-noodles', 'smacked-cucumber', 'chilli-crisp'],
        title: ['In the bowl, or beside it', '碗里的和碗边的'],
      },
    ],
  },
  {
    id: 'how-a-milk-tea-is-made',
    title: ['How a cup of milk tea is made', '一杯奶茶是怎么来的'],
    summary: [
      'Why we brew every ninety minutes, when milk goes in, and what “half sugar” really is.',
      '为什么九十分钟煮一锅，奶什么时候放，“半糖”到底是多少糖。',
    ],
    author: ['Jo, tea bar', '茶吧阿昭'],
    portrait: 'jo',
    cover: sceneOf('milk-tea-and-oolong'),
    alt: ['Pearl milk tea, and a tin of tea leaves', '一杯珍珠奶茶，一罐茶叶'],
    category: 'tea-notes',
    tags: ['tea'],
    day: -6,
    blocks: [
      {
        paragraph: [
          'Tea that has been standing for three hours tastes of the pot. So a small pot is brewed every ninety minutes, and what is left of the one before goes to the bakers, who put it into the dough of the hojicha rolls.',
          '茶放三个钟头，喝到的就是壶味。所以我们小锅勤煮，九十分钟一锅，剩下的给烘焙间，和进焙茶卷的面里。',
        ],
      },
      { heading: ['The leaves', '茶叶'] },
      {
        paragraph: [
          'Assam for body and Ceylon for the scent, three to two. For the Hong Kong cup it is pulled four times through the cloth; you can see when it is ready, for it falls off the spoon like thin syrup.',
          '阿萨姆取厚，锡兰取香，三比二。港式那杯要过四遍茶袋；好没好看得出来，从勺上落下来像稀糖浆。',
        ],
      },
      { heading: ['The milk', '奶'] },
      {
        paragraph: [
          'Fresh milk goes in last and cool, so that it stays sweet by itself. For the silky kind we use evaporated milk, as the cafés of our childhood did. Oat works better than soy, which splits in anything as sour as a fruit tea.',
          '鲜奶最后放，凉着放，自己就有甜味。丝滑的那款用淡奶，小时候茶餐厅就这么做。要换植物奶，燕麦比豆奶合适，豆奶碰到酸的会花。',
        ],
      },
      { heading: ['The sugar', '糖'] },
      {
        list: [
          ['Full sugar in a regular cup: 32 g. Few people need it.', '中杯全糖：32 克。其实没几个人要这么甜。'],
          ['Half: 16 g, what most of the street drinks.', '半糖：16 克，这条街上多数人喝这个。'],
          ['None: the pearls bring about 9 g of their own.', '不加糖：珍珠自己还带 9 克左右。'],
        ],
      },
      {
        products: ['classic-pearl-milk-tea', 'hong-kong-milk-tea', 'osmanthus-oolong-milk-tea', 'tea-sampler'],
        title: ['Try it side by side', '对着喝喝看'],
      },
    ],
  },
  {
    id: 'a-table-of-dumplings',
    title: ['A table of dumplings', '围一桌包饺子'],
    summary: [
      'Sixty dumplings, four people, one evening. What to give the children to do, and how to freeze the rest.',
      '六十个饺子，四个人，一个晚上。小孩子派什么活，吃不完怎么冻。',
    ],
    author: ['Aunt Fang, kitchen', '后厨方阿姨'],
    portrait: 'fang',
    cover: sceneOf('dumplings-and-vinegar'),
    alt: ['A plate of dumplings, and a bottle of black vinegar', '一盘饺子，一瓶香醋'],
    category: 'recipes',
    tags: ['noodles-dumplings', 'family'],
    day: -11,
    blocks: [
      {
        paragraph: [
          'Nobody makes dumplings alone. One rolls, two fold, the smallest presses the edges and counts. By the third dozen they all look the same, and nobody remembers who made the ugly ones.',
          '饺子没有一个人包的。一个擀皮，两个包，最小的那个负责捏边和数数。包到第三十个就都一个样了，谁也不记得丑的是谁包的。',
        ],
      },
      { heading: ['The filling', '馅'] },
      {
        list: [
          ['500 g minced pork, not too lean', '猪肉馅 500 克，别太瘦'],
          ['400 g napa cabbage or chives, salted and squeezed', '白菜或韭菜 400 克，杀盐挤水'],
          ['A thumb of ginger, grated', '拇指大一块姜，磨成蓉'],
          ['2 tablespoons soy sauce, 1 of sesame oil, white pepper', '酱油 2 勺，香油 1 勺，白胡椒'],
          ['6 tablespoons cold stock, stirred in one by one', '凉高汤 6 勺，一勺一勺打进去'],
        ],
      },
      { heading: ['The evening', '这个晚上'] },
      {
        steps: [
          [
            'Stir the filling in one direction only, until it pulls threads. That is what makes it juicy.',
            '馅往一个方向搅，搅到拉丝。汁水就从这儿来。',
          ],
          [
            'Fill with less than you want to. Wet half the edge, pinch the middle first, then pleat towards it.',
            '馅放得比你想放的少一点。皮边沾半圈水，先捏中间，再往中间打褶。',
          ],
          [
            'Boil in plenty of water. When they float, add a cup of cold water; do that three times.',
            '水要宽。浮起来点一碗凉水，点三回。',
          ],
          [
            'What is too much is frozen on a floured tray, apart, and bagged the next morning. They keep three months, in theory.',
            '吃不完的摆在撒了面的盘子上分开冻，第二天再装袋。理论上能放三个月。',
          ],
        ],
      },
      {
        quote: [
          'No time tonight? The frozen ones are folded by the same hands.',
          '今晚没空？冷冻的那袋也是这双手包的。',
        ],
        by: ['Aunt Fang', '方阿姨'],
      },
      { products: ['frozen-pork-cabbage-dumplings', 'zhenjiang-vinegar', 'chilli-crisp', 'fresh-ginger'] },
    ],
  },
  {
    id: 'choosing-mangoes',
    title: ['How to choose a mango, and wait', '挑芒果，然后等'],
    summary: [
      'Colour tells little, the smell at the stem tells all. And what to do with five that are ripe at once.',
      '看颜色没用，闻蒂头最准。还有：五个一起熟了怎么办。',
    ],
    author: ['Wei, produce', '果蔬柜阿伟'],
    portrait: 'farmer',
    cover: sceneOf('mangoes-and-sago'),
    alt: ['Three mangoes, and a cup of mango pomelo sago', '三个芒果，一杯杨枝甘露'],
    category: 'around-the-shop',
    tags: ['fruit', 'sweet'],
    day: -19,
    blocks: [
      {
        paragraph: [
          'Everybody squeezes them. Please don’t: a thumb today is a brown spot tomorrow, and it will be somebody else’s. Lift it instead, it should be heavier than it looks, and smell where the stem was.',
          '人人都爱捏。求求你别捏：今天一个指印，明天一块黑斑，还是别人买回去。掂一掂，比看着沉就对了，再闻闻蒂头。',
        ],
      },
      { heading: ['Which is which', '看状态'] },
      {
        list: [
          ['Smells of nothing, hard: five days on the counter.', '没味道，硬的：室温放五天。'],
          ['Smells sweet, gives a little: eat it tonight.', '闻着甜，微微软：今晚就吃。'],
          ['Wrinkled skin: the sweetest of all, and the last day.', '皮起皱：最甜，也是最后一天。'],
          ['Smells of wine: too late. It happens; bring it back.', '有酒味：过了。买到这样的，拿回来换。'],
        ],
      },
      {
        paragraph: [
          'In paper with a banana it goes twice as fast. In the fridge only when it is ripe, for the cold stops it for good.',
          '跟香蕉一起包在纸里，熟得快一倍。没熟别进冰箱，一冷就再也不熟了。',
        ],
      },
      { heading: ['Five at once', '一下子熟了五个'] },
      {
        steps: [
          ['Cube two for the freezer: they are ice cubes for tea all summer.', '两个切丁冻起来，夏天当冰块泡茶。'],
          [
            'Blend two with a can of coconut milk and a squeeze of lemon, pour over cooked sago, chill.',
            '两个打成泥，加一罐椰浆、几滴柠檬，浇在煮好的西米上，冰透。',
          ],
          ['Eat the fifth over the sink.', '第五个，站在水槽边吃掉。'],
        ],
      },
      { products: ['ataulfo-mangoes', 'mango-pomelo-sago', 'mango-mille-crepe', 'young-coconut'] },
    ],
  },
  {
    id: 'toast-from-yesterdays-loaf',
    title: ['Yesterday’s milk loaf is better', '隔夜吐司更好吃'],
    summary: [
      'Hong Kong French toast needs bread that is a day old. We have always known, and never said so.',
      '西多士就要隔夜的吐司。我们一直知道，一直没说。',
    ],
    author: ['Min, bakery', '烘焙间小敏'],
    portrait: 'min',
    cover: sceneOf('loaf-and-milk-tea'),
    alt: ['A milk loaf, and a cup of Hong Kong milk tea', '一条牛奶吐司，一杯港式奶茶'],
    category: 'recipes',
    tags: ['quick', 'sweet'],
    day: -27,
    blocks: [
      {
        paragraph: [
          'A milk loaf from this morning drinks egg like a sponge and falls apart in the pan. One from yesterday holds its shape, crisps outside and stays a cloud within. So if you come at eight in the evening: take the last loaf, and wait.',
          '今早的牛奶吐司吸蛋液像海绵，一下锅就散。隔一夜的立得住，外面脆，里面还是一朵云。晚上八点来，最后一条拿走，然后等一天。',
        ],
      },
      { heading: ['For two hungry people', '两个饿的人'] },
      {
        list: [
          ['4 slices of milk loaf, a day old, as thick as a thumb', '隔夜牛奶吐司 4 片，拇指厚'],
          ['2 eggs, 3 tablespoons milk, a pinch of salt', '鸡蛋 2 个，牛奶 3 勺，盐一撮'],
          ['Peanut butter, thinly', '花生酱，薄薄一层'],
          ['Butter and linden honey to finish', '出锅的黄油和椴树蜜'],
        ],
      },
      {
        steps: [
          ['Peanut butter between two slices, crusts off if you must.', '两片夹花生酱，想去边就去边。'],
          ['Both sides into the egg, ten seconds each, edges too.', '两面蘸蛋液，各十秒，四边也蘸。'],
          [
            'Medium flame, plenty of butter, two minutes a side. The edges want half a minute each.',
            '中火，黄油别省，一面两分钟，四边也各煎半分钟。',
          ],
          ['A square of butter on top, honey over it, and nothing else.', '上面一块黄油，淋蜂蜜，别的不要。'],
        ],
      },
      { products: ['hokkaido-milk-loaf', 'linden-honey', 'free-run-eggs', 'yuanyang'] },
    ],
  },
  {
    id: 'why-the-lantern-is-lit',
    title: ['Why the lantern is lit before six', '灯为什么六点前点'],
    summary: [
      'A power cut, forty portions of congee, and the winter in which a window became a shop.',
      '一次停电、四十碗粥，还有一扇窗变成一家店的那个冬天。',
    ],
    author: ['The three of us', '我们三个'],
    cover: sceneOf('lantern-and-congee'),
    alt: ['A red lantern, and a bowl of congee', '一盏红灯笼，一碗粥'],
    category: 'around-the-shop',
    tags: ['family'],
    day: -40,
    blocks: [
      {
        paragraph: [
          'In December 2014 an ice storm took the light of Main Street for two nights. We had gas, a pot, and rice. By six it was dark, so we hung a lantern with a candle in it over the window, and people came to where the light was.',
          '二〇一四年十二月，冰暴把主街的电断了两夜。我们有煤气、一口锅和米。六点天就黑了，窗口挂了盏点蜡烛的灯笼，有光的地方就有人来。',
        ],
      },
      {
        paragraph: [
          'Forty portions of congee were gone by nine. Nobody paid with a card, for there was no machine that worked; we wrote it all down in a school notebook. Two weeks later every single line was crossed out.',
          '四十碗粥，九点就没了。刷卡机都是黑的，账记在一本作业簿上。两个星期后，每一行都划掉了。',
        ],
      },
      {
        quote: [
          'The best credit department we ever had was that notebook.',
          '我们有过的最好的信贷部，就是那本作业簿。',
        ],
        by: ['who kept the books badly', '把账记得一塌糊涂的那位'],
      },
      {
        paragraph: [
          'The lantern has had a bulb in it for years now. It is still lit before six, storm or not, and there is still congee on cold days.',
          '灯笼里早就换成灯泡了。不管有没有风雪，六点前还是点上，天冷的日子还是有粥。',
        ],
      },
      { products: ['century-egg-congee', 'paper-lantern', 'scallion-pancakes'] },
    ],
  },
  {
    id: 'three-cold-dishes',
    title: ['', '阿姨的凉拌三样'],
    summary: ['', '黄瓜、豆腐、花生。天热，不开火。'],
    author: ['', '后厨方阿姨'],
    portrait: 'fang',
    cover: sceneOf('cucumber-and-peanuts'),
    alt: ['Smacked cucumber, and red-skin peanuts', '拍黄瓜和红衣花生'],
    category: 'recipes',
    tags: ['quick'],
    day: -55,
    blocks: [
      { paragraph: ['', '黄瓜要拍不要切，拍出来的缝才进味。拍好放盐，十分钟倒掉水，这一步不能省。'] },
      {
        list: [
          ['', '拍黄瓜：蒜末、醋、一点糖、辣油。'],
          ['', '皮蛋豆腐：豆腐先用盐水焯，不碎。'],
          ['', '老醋花生：花生炸好晾透再浇汁，才脆。'],
        ],
      },
      { products: ['smacked-cucumber', 'zhenjiang-vinegar', 'chilli-crisp', 'raw-peanuts'] },
    ],
  },
  {
    id: 'first-draw-soy-sauce-day',
    title: ['The day the soy sauce is drawn', '开缸那天'],
    summary: ['Eleven months in a jar, one morning of work.', '缸里十一个月，干活就一个早上。'],
    author: ['Wei, produce', '果蔬柜阿伟'],
    portrait: 'farmer',
    cover: sceneOf('soy-sauce-and-salt'),
    alt: ['A bottle of soy sauce with soybeans, and a jar of sea salt', '一瓶头抽和黄豆，一罐海盐'],
    category: 'around-the-shop',
    tags: [],
    day: 14,
    blocks: [
      {
        paragraph: [
          'Once a year we drive out to the brewer and stand around a jar as tall as a child. The first draw is thin, fragrant and gone by noon.',
          '一年一次，开车去酱园，围着一口齐腰高的缸。头抽清、香，中午就没了。',
        ],
      },
      { products: ['first-draw-soy-sauce'] },
    ],
  },
]
