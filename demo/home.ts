import type { BlockInput } from '#contract/blocks.ts'
import type { Image, Text } from '#contract/shapes.ts'
import type { Recipe } from './pictures.ts'
import { eveningTag } from './product.ts'
import { sceneOf } from './renders/rendered.ts'

/** A function that returns the picture of a recipe, with the given alternative text. */
export type PictureFactory = (recipe: Recipe, alt: Text) => Image

interface DemoSection {
  id: string
  block: BlockInput
}

const toText = (en: string, zh: string): Text => ({ en, zh })

/** The blocks of the home page, top to bottom. */
export const demoHome = (picture: PictureFactory): DemoSection[] => [
  {
    id: 'home-hero',
    block: {
      kind: 'hero',
      title: toText('Tea, buns and dinner, two blocks away', '茶、面包和晚饭，就在两条街外'),
      text: toText(
        'Order now, pick up warm. Everything is made or chosen this morning.',
        '现在下单，到店还是热的。今早做的、今早挑的。',
      ),
      link: 'store',
      linkText: toText('See what’s fresh', '看看今天有什么'),
      image: picture(
        sceneOf('tea-and-dumplings'),
        toText(
          'Brown sugar boba milk, a steamer of soup dumplings and three egg tarts on a table',
          '桌上有一杯黑糖波霸鲜奶、一笼小笼包和三个蛋挞',
        ),
      ),
    },
  },
  row({
    id: 'home-favourites',
    title: toText('Neighbourhood favourites', '街坊最爱'),
    text: toText('What people on this street carry home most.', '这条街上大家最常拎回家的。'),
    link: 'tag/best-seller',
    linkText: toText('All favourites', '全部'),
    query: { tagName: 'best-seller', sortby: 'best_selling' },
  }),
  {
    id: 'home-categories',
    block: {
      kind: 'categories',
      title: toText('Shop by aisle', '按分类逛'),
      text: toText('Five counters under one roof.', '五个柜台，一个屋檐。'),
    },
  },
  {
    id: 'home-notice',
    block: {
      kind: 'notice',
      title: toText('Egg tarts come out on the hour', '蛋挞整点出炉'),
      text: toText('Pick up within half an hour and carry them home warm.', '半小时内来取，带回家还是热的。'),
      link: 'product/egg-tarts',
      linkText: toText('Reserve a box', '订一盒'),
    },
  },
  {
    id: 'home-campaigns',
    block: {
      kind: 'campaigns',
      title: toText('This week’s group-buys', '本周团购'),
      text: toText(
        'With price steps, the more we all order, the lower the price, even for those who joined first.',
        '有阶梯价的，拼得越多越便宜，先买的也一样降。',
      ),
      most: 3,
    },
  },
  {
    id: 'home-coupons',
    block: {
      kind: 'coupons',
      title: toText('Coupons for you', '领券中心'),
      text: toText('Claim them all; the best one comes off at checkout.', '人人可领，结账时自动用最划算的一张。'),
    },
  },
  row({
    id: 'home-kitchen',
    title: toText('Dinner in twenty minutes', '二十分钟吃上晚饭'),
    text: toText('Cooked when you order, packed to survive the bus.', '下单现做，坐公交也不洒。'),
    link: 'products/kitchen',
    linkText: toText('The whole kitchen', '全部熟食'),
    query: { categoryName: 'kitchen', tagName: eveningTag },
  }),
  {
    id: 'home-tonight',
    block: {
      kind: 'banner',
      title: toText('Last chance, still delicious', '最后几份，味道正好'),
      text: toText(
        'Ripe fruit, short dates, dented tins: lower prices, nothing wrong with the taste.',
        '熟透的水果、临期的点心、磕碰的罐头：便宜了，味道没变。',
      ),
      link: 'clearance',
      linkText: toText('Rescue something', '去捡漏'),
      image: picture(
        sceneOf('cherries-and-mooncakes'),
        toText('A plate of five-nut mooncakes, and a box of cherries', '一盘五仁月饼，一盒大樱桃'),
      ),
    },
  },
  row({
    id: 'home-new',
    title: toText('New this month', '本月新到'),
    text: toText('Just unpacked.', '刚拆箱。'),
    link: 'productlist?cat=all&sort=newest',
    linkText: toText('See all new arrivals', '全部新品'),
    query: { sortby: 'newest' },
  }),
  {
    id: 'home-membership',
    block: {
      kind: 'membership',
      title: toText('Become a regular', '做个老街坊'),
      text: toText(
        'Member prices wherever you see one, at every store and online.',
        '见到会员价就能享，每家店、网上都算。',
      ),
      link: 'product/lantern-plus',
      linkText: toText('See what members get', '看看会员有什么'),
    },
  },
  row({
    id: 'home-fruit',
    title: toText('From the fruit stand', '水果摊'),
    text: toText('Bags and boxes at a fixed price, chosen by hand.', '一袋一盒，明码实价，逐个挑过。'),
    link: 'products/fruit',
    linkText: toText('All fruit', '全部水果'),
    query: { categoryName: 'fruit' },
  }),
  {
    id: 'home-gifts',
    block: {
      kind: 'banner',
      // Phones do not show this banner, which keeps the page short.
      show: { device: 'desktop' },
      title: toText('Never show up empty-handed', '做客带点什么'),
      text: toText(
        'Hampers, teas and a box that becomes a lantern. We write the card.',
        '礼篮、好茶，还有吃完变灯笼的盒子。卡片我们手写。',
      ),
      link: 'products/gifts',
      linkText: toText('Choose a gift', '挑份礼'),
      image: picture(
        sceneOf('gifts-for-a-visit'),
        toText('A gift basket, and a box of mooncakes', '一个礼篮，一盒月饼'),
      ),
    },
  },
  {
    id: 'home-journal',
    block: {
      kind: 'articles',
      title: toText('From behind the counter', '柜台后面的事'),
      text: toText('How things are made here, and what to do with them at home.', '店里怎么做的，拿回家怎么吃。'),
      link: 'blog',
      linkText: toText('Read our stories', '看看店里写的'),
    },
  },
]

interface Row {
  id: string
  title: Text
  text: Text
  link: string
  linkText: Text
  query: Record<string, string>
}

function row({ id, query, ...words }: Row): DemoSection {
  return { id, block: { kind: 'products', ...words, query: { ...query, numberToLoad: '10' } } }
}
