import type { Section } from '#contract/content.ts'
import type { Recipe } from './pictures.ts'
import type { Words } from './product.ts'

interface DemoSection extends Pick<Section, 'id' | 'kind' | 'link' | 'query'> {
  title: Words
  text: Words
  linkText: Words
  picture?: { recipe: Recipe; alt: Words }
}

/** The home page from top to bottom. */
export const demoHome: DemoSection[] = [
  {
    id: 'home-hero',
    kind: 'hero',
    title: ['Tea, buns and dinner, two streets away', '茶、面包和晚饭，就在两条街外'],
    text: [
      'Order now, pick up warm. Everything is made or chosen this morning.',
      '现在下单，到店还是热的。今早做的、今早挑的。',
    ],
    link: 'store',
    linkText: ['See what is fresh', '看看今天有什么'],
    picture: {
      recipe: 'rice table noodles teapot boba mango mooncake bento shortcake dumpling cherries peach strawberry',
      alt: [
        'A table with noodles, bubble tea, a teapot, mooncakes, cake and fruit',
        '一桌面、奶茶、茶壶、月饼、蛋糕和水果',
      ],
    },
    query: {},
  },
  {
    id: 'home-notice',
    kind: 'notice',
    title: ['Egg tarts come out on the hour', '蛋挞整点出炉'],
    text: ['Choose a slot within thirty minutes and carry them home warm.', '选半小时内的时段，带回家还是热的。'],
    link: 'product/egg-tarts',
    linkText: ['Reserve a box', '订一盒'],
    query: {},
  },
  {
    id: 'home-categories',
    kind: 'categories',
    title: ['What are you after?', '想找点什么？'],
    text: ['Five counters under one roof.', '五个柜台，一个屋檐。'],
    link: 'products/all',
    linkText: ['Everything', '全部商品'],
    query: {},
  },
  {
    id: 'home-favourites',
    kind: 'products',
    title: ['Neighbourhood favourites', '街坊最爱'],
    text: ['What people on this street carry home most.', '这条街上大家最常拎回家的。'],
    link: 'tag/best-seller',
    linkText: ['All favourites', '全部'],
    query: { tagName: 'best-seller', sortby: 'best_selling', numberToLoad: '10' },
  },
  {
    id: 'home-tonight',
    kind: 'banner',
    title: ['Last chance, lovely still', '最后几份，味道正好'],
    text: [
      'Ripe fruit, short dates, dented tins: less money, nothing wrong with the taste.',
      '熟透的水果、临期的点心、磕碰的罐头：便宜了，味道没变。',
    ],
    link: 'clearance',
    linkText: ['Rescue something', '去捡漏'],
    picture: {
      recipe: 'berry strip mooncake cherries chestnut pretzel peanuts strawberry',
      alt: ['Mooncakes, cherries, chestnuts and pretzels', '月饼、樱桃、栗子和椒盐卷'],
    },
    query: {},
  },
  {
    id: 'home-kitchen',
    kind: 'products',
    title: ['Dinner in twenty minutes', '二十分钟吃上晚饭'],
    text: ['Cooked when you order, packed to survive the bus.', '下单现做，坐公交也不洒。'],
    link: 'products/kitchen',
    linkText: ['The whole kitchen', '全部熟食'],
    query: { categoryName: 'kitchen', numberToLoad: '10' },
  },
  {
    id: 'home-new',
    kind: 'products',
    title: ['New this month', '本月新到'],
    text: ['Just unpacked.', '刚拆箱。'],
    link: 'productlist?cat=all&sort=newest',
    linkText: ['All that is new', '全部新品'],
    query: { sortby: 'newest', numberToLoad: '10' },
  },
  {
    id: 'home-gifts',
    kind: 'banner',
    title: ['Something to carry to their door', '上门带点什么'],
    text: [
      'Hampers, teas and a box that becomes a lantern. We write the card.',
      '礼篮、好茶，还有吃完变灯笼的盒子。卡片我们手写。',
    ],
    link: 'products/gifts',
    linkText: ['Choose a gift', '挑份礼'],
    picture: {
      recipe: 'plum strip gift lantern teapot mooncake envelope osmanthus',
      alt: ['A gift, a lantern, a teapot and mooncakes', '礼盒、灯笼、茶壶和月饼'],
    },
    query: {},
  },
  {
    id: 'home-fruit',
    kind: 'products',
    title: ['From the fruit stand', '水果摊'],
    text: ['Weighed when you collect; you pay for what is in the bag.', '到店称重，袋子里多少付多少。'],
    link: 'products/fruit',
    linkText: ['All fruit', '全部水果'],
    query: { categoryName: 'fruit', numberToLoad: '10' },
  },
]
