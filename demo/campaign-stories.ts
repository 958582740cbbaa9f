import type { CampaignInput } from '#server/campaigns/campaigns.ts'
import type { Recipe } from './pictures.ts'
import type { TextPair } from './product.ts'
import { leadOf } from './renders/rendered.ts'

/** An order of a demonstration member. `daysAfter` counts the days from the day that the campaign's `opensIn` gives. */
export interface DemoJoin {
  /** Index in `demoAccounts`. */
  who: 0 | 1 | 2 | 3 | 4
  daysAfter: number
  items: { sku: string; quantity: number }[]
}

type Terms = Pick<
  CampaignInput,
  'goalKind' | 'goal' | 'cap' | 'perPerson' | 'allowsCoupons' | 'allowsTransfer' | 'allowsCash' | 'items'
>

/** A group-buy as written in the source of the demonstration. Its days are counted from the start of its round. */
export interface DemoCampaign extends Terms {
  id: string
  title: TextPair
  organiser: TextPair
  story: TextPair
  cover: Recipe
  opensIn: number
  closesIn: number
  pickupIn: number
  joins: DemoJoin[]
}

const auntieFang: TextPair = ['Auntie Fang, Markham', '芳姨（万锦店）']
const teaBar: TextPair = ['Lantern Lane tea bar', '灯里茶吧']

/** One group-buy per state: open, reached, nearly full, scheduled, succeeded and failed. */
export const demoCampaigns: DemoCampaign[] = [
  {
    id: 'orchard-crate',
    title: ['The orchard crate', '果园拼箱'],
    organiser: auntieFang,
    story: [
      'Once a week a van comes down from the orchards with what was picked the day before. The more of us order, the fuller the van and the cheaper the crate.\n\nMandarins come with their leaves on, pears in tissue, and nothing has been in a cold store.',
      '每周有一趟车从果园下来，拉的是前一天摘的果子。订的人越多，车越满，价越低。\n\n蜜桔带叶，皇冠梨包着纸，都没进过冷库。',
    ],
    cover: leadOf('honey-mandarins'),
    opensIn: -2,
    closesIn: 6,
    pickupIn: 8,
    goalKind: 'pieces',
    goal: 20,
    cap: 80,
    perPerson: 12,
    allowsTransfer: true,
    allowsCash: true,
    items: [
      {
        sku: 'honey-mandarins',
        stock: 60,
        tiers: [
          { from: 1, price: 259 },
          { from: 20, price: 229 },
          { from: 40, price: 199 },
        ],
      },
      {
        sku: 'crown-pear',
        stock: 40,
        tiers: [
          { from: 1, price: 499 },
          { from: 15, price: 449 },
        ],
        perOrder: 6,
      },
    ],
    joins: [
      {
        who: 0,
        daysAfter: 0.2,
        items: [
          { sku: 'honey-mandarins', quantity: 3 },
          { sku: 'crown-pear', quantity: 2 },
        ],
      },
      { who: 1, daysAfter: 1.1, items: [{ sku: 'honey-mandarins', quantity: 4 }] },
      { who: 3, daysAfter: 1.6, items: [{ sku: 'honey-mandarins', quantity: 2 }] },
      { who: 0, daysAfter: 1.9, items: [{ sku: 'crown-pear', quantity: 1 }] },
    ],
  },
  {
    id: 'hampers',
    title: ['Good neighbour hampers', '好邻居礼篮团'],
    organiser: teaBar,
    story: [
      'Fruit, tea, pastries and a jar of something hot, packed on the morning you fetch them. We buy the baskets by the dozen, which is why we ask you to come together.',
      '水果、茶、点心，和一罐辣的，取货当天早上现装。柳条篮整打进货才便宜，所以请大家拼着来。',
    ],
    cover: leadOf('neighbour-hamper'),
    opensIn: -3,
    closesIn: 4,
    pickupIn: 6,
    goalKind: 'pieces',
    goal: 6,
    cap: 60,
    perPerson: 8,
    items: [
      {
        sku: 'neighbour-hamper',
        stock: 60,
        tiers: [
          { from: 1, price: 8280 },
          { from: 10, price: 7880 },
          { from: 30, price: 7480 },
        ],
        perOrder: 5,
      },
    ],
    joins: [
      { who: 1, daysAfter: 0.3, items: [{ sku: 'neighbour-hamper', quantity: 3 }] },
      { who: 0, daysAfter: 1.4, items: [{ sku: 'neighbour-hamper', quantity: 2 }] },
      { who: 2, daysAfter: 2.2, items: [{ sku: 'neighbour-hamper', quantity: 1 }] },
      { who: 4, daysAfter: 2.8, items: [{ sku: 'neighbour-hamper', quantity: 2 }] },
    ],
  },
  {
    id: 'alishan-spring',
    title: ['Alishan spring tea, by the tin', '阿里山春茶·按罐拼'],
    organiser: teaBar,
    story: [
      'One chest of the spring harvest: twelve tins of 75 g, and that is all there is until next year.',
      '一箱春茶共十二罐，每罐 75 克，今年就这些，明年再说。',
    ],
    cover: leadOf('alishan-tin'),
    opensIn: -4,
    closesIn: 2,
    pickupIn: 3,
    goalKind: 'none',
    cap: 12,
    items: [{ sku: 'alishan-tin', stock: 12, tiers: [{ from: 1, price: 2450 }], perPerson: 6 }],
    joins: [
      { who: 0, daysAfter: 0.1, items: [{ sku: 'alishan-tin', quantity: 6 }] },
      { who: 1, daysAfter: 2.2, items: [{ sku: 'alishan-tin', quantity: 4 }] },
    ],
  },
  {
    id: 'lobster-friday',
    title: ['Lobster Friday', '周五龙虾团'],
    organiser: auntieFang,
    story: [
      'They leave Halifax on Thursday night and are on Main Street before noon. We only order the crate when ten people are in.',
      '周四夜里从哈利法克斯出发，周五中午前到大街。凑够十个人我们才订这一箱。',
    ],
    cover: leadOf('atlantic-lobster'),
    opensIn: 5,
    closesIn: 11,
    pickupIn: 13,
    goalKind: 'participants',
    goal: 10,
    cap: 30,
    perPerson: 4,
    items: [
      {
        sku: 'atlantic-lobster',
        stock: 60,
        tiers: [
          { from: 1, price: 2799 },
          { from: 20, price: 2499 },
        ],
      },
      { sku: 'wild-argentine-shrimp', stock: 30, tiers: [{ from: 1, price: 1999 }] },
    ],
    joins: [],
  },
  {
    id: 'rice-sacks',
    title: ['Jasmine rice by the sack', '茉莉香米整袋团'],
    organiser: auntieFang,
    story: [
      'Straight from the importer’s pallet, so nobody pays for the shelf.',
      '直接从进口商的托盘上搬，省下货架钱。',
    ],
    cover: leadOf('jasmine-rice'),
    opensIn: -9,
    closesIn: -1,
    pickupIn: 1,
    goalKind: 'pieces',
    goal: 6,
    items: [
      {
        sku: 'jasmine-rice.18-lb',
        stock: 40,
        tiers: [
          { from: 1, price: 2399 },
          { from: 8, price: 2099 },
        ],
      },
    ],
    joins: [
      { who: 0, daysAfter: 1, items: [{ sku: 'jasmine-rice.18-lb', quantity: 5 }] },
      { who: 1, daysAfter: 3, items: [{ sku: 'jasmine-rice.18-lb', quantity: 4 }] },
    ],
  },
  {
    id: 'cherry-crates',
    title: ['Cherry crates from Niagara', '尼亚加拉车厘子团'],
    organiser: auntieFang,
    story: ['Ten crates make the drive worth it.', '凑够十箱，跑这一趟才值。'],
    cover: leadOf('sweet-cherries'),
    opensIn: -10,
    closesIn: -2,
    pickupIn: 1,
    goalKind: 'pieces',
    goal: 10,
    items: [{ sku: 'sweet-cherries', stock: 40, tiers: [{ from: 1, price: 749 }] }],
    joins: [{ who: 1, daysAfter: 2, items: [{ sku: 'sweet-cherries', quantity: 2 }] }],
  },
]
