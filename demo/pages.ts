import type { BlockInput } from '#contract/content.ts'
import type { Words } from './product.ts'

type DemoBlock = { heading: Words } | { paragraph: Words } | { list: Words[] } | BlockInput

/** The pages that every shop needs, short. */
export const demoPages: { name: string; title: Words; blocks: DemoBlock[] }[] = [
  {
    name: 'about',
    title: ['Our story', '我们的故事'],
    blocks: [
      {
        paragraph: [
          'Lantern Lane began in 2014 as a window with four stools on Main Street in Markham. One of us pulled tea, one folded dumplings, one kept the books badly. The lantern over the window was there so that people could find us in the snow.',
          '灯里二〇一四年在万锦大街开张，起初只有一扇窗、四张凳。一个人拉茶，一个人包饺子，一个人把账记得一塌糊涂。窗上挂盏灯，是怕下雪天大家找不着。',
        ],
      },
      {
        paragraph: [
          'Today there is a bakery behind the window, a kitchen behind the bakery, and shelves with what we cook with at home. We still taste every batch, and the lantern is still lit before six.',
          '如今窗后面有了烤房，烤房后面有了厨房，货架上摆着自己家里也用的东西。每一锅还是要尝，灯还是六点前就亮。',
        ],
      },
      { heading: ['What we hold to', '我们认的理'] },
      {
        list: [
          ['Made today, or it says so.', '今天做的；不是今天的，会写明白。'],
          ['Both languages, everywhere, and a patient answer in either.', '处处中英两种文字，用哪种问都耐心答。'],
          [
            'Ontario farms first; when it must come from far, it says from where.',
            '先买本地；远道来的，写清楚从哪来。',
          ],
          ['What is left at nine goes to the shelter on Church Street.', '九点剩下的，送去教堂街的庇护所。'],
        ],
      },
    ],
  },
  {
    name: 'pickup',
    title: ['Pickup & payment', '自取与付款'],
    blocks: [
      {
        paragraph: [
          'Choose a store and a time; we start cooking so that it is ready when you walk in. You get a pickup code by e-mail: say it at the counter, or show it.',
          '选门店、选时间，我们掐着点做，你进门就好。取货码会发到邮箱，到柜台报一下，或者给我们看一眼。',
        ],
      },
      { heading: ['Good to know', '先说清楚'] },
      {
        list: [
          [
            'Drinks and hot food wait fifteen minutes at their best; cold things wait until closing.',
            '饮料和热食最多等十五分钟最好吃，冷的可以等到打烊。',
          ],
          ['Running late? Call the store, we hold it back.', '要晚到，打电话给店里，我们晚点下锅。'],
          [
            'Fruit and vegetables by weight are weighed at pickup; you pay what the scale says.',
            '称重的果蔬到店称，秤上多少付多少。',
          ],
          ['Eating in is possible in Markham; there are twelve tables.', '万锦店可以堂食，有十二张桌子。'],
        ],
      },
      { heading: ['How to pay', '怎么付'] },
      {
        paragraph: [
          'WeChat Pay, Alipay and UnionPay on this site, or at the counter when you collect. Prices are in Canadian dollars; what you see in other currencies is a courtesy. Sales tax is added at checkout, item by item, as the law wants it: none on basic groceries, some on a hot lunch.',
          '本站可用微信支付、支付宝和银联，也可以到店付。价格以加元为准，别的币种只供参考。税在结账时按商品逐项计算：基本食品免税，热饭热菜要交一点。',
        ],
      },
    ],
  },
  {
    name: 'refunds',
    title: ['Refunds', '退款'],
    blocks: [
      {
        paragraph: [
          'If something is not right, tell us the same day: write, call or come by. A photo helps, an argument is not needed.',
          '东西不对，当天告诉我们：写信、打电话、来店里都行。有张照片更好，不用跟谁争。',
        ],
      },
      {
        list: [
          ['Before we start cooking: cancelled in full.', '还没下锅：全额退。'],
          [
            'Wrong or spoilt: we make it again or give the money back, as you like.',
            '做错了、坏了：重做或退钱，你定。',
          ],
          [
            'Groceries unopened: seven days, with the receipt from your e-mail.',
            '杂货没拆封：七天内，凭邮件里的小票。',
          ],
          ['Money goes back the way it came, usually within five business days.', '钱原路退回，一般五个工作日内到。'],
        ],
      },
    ],
  },
  {
    name: 'privacy',
    title: ['Privacy', '隐私'],
    blocks: [
      {
        paragraph: [
          'We ask for a name, an e-mail address and a telephone number because somebody has to know whose dumplings these are. We keep them to make your order, to tell you when it is ready and to do our books.',
          '我们要名字、邮箱和电话，是因为总得知道这份饺子是谁的。留着它们，只为做好订单、告诉你什么时候好了，以及记账。',
        ],
      },
      {
        list: [
          [
            'Payments are made with the wallet’s own company; we never see your card.',
            '付款在钱包自己的页面完成，我们看不到你的卡。',
          ],
          ['We do not sell, rent or lend what we know about you.', '你的资料不卖、不租、不借。'],
          [
            'One cookie remembers your cart, one your language. No advertising cookies.',
            '一个小饼干记购物车，一个记语言，没有广告追踪。',
          ],
          [
            'Ask at privacy@lantern-lane.example and we show you, correct or delete it.',
            '写信到 privacy@lantern-lane.example，可以查看、更正或删除。',
          ],
        ],
      },
    ],
  },
  {
    name: 'terms',
    title: ['Terms', '条款'],
    blocks: [
      {
        paragraph: [
          'An order is agreed when you see its number. Until then prices and stock may change; after that they are promised.',
          '看到订单号，这笔买卖就算数。在那之前价格和库存可能变，之后说到做到。',
        ],
      },
      {
        list: [
          [
            'Our kitchen uses wheat, egg, milk, soy, sesame, peanuts, nuts, fish and shellfish. Traces are possible everywhere; if you are allergic, talk to us before you order.',
            '厨房里有麦、蛋、奶、大豆、芝麻、花生、坚果、鱼和虾蟹贝，处处可能有微量。过敏的朋友下单前先问我们。',
          ],
          ['Pictures show the idea, not the exact strawberry.', '图片示意，草莓不会一模一样。'],
          ['Limits per order are there so that the neighbours get some too.', '每单限量，是为了让街坊都买得到。'],
          ['The laws of Ontario apply.', '适用安大略省法律。'],
        ],
      },
    ],
  },
  {
    name: 'contact',
    title: ['Contact', '联系我们'],
    blocks: [
      {
        paragraph: [
          'Someone who can help picks up the phone from eight in the morning to nine at night, in English, Mandarin or Cantonese.',
          '早八点到晚九点，接电话的人都能办事，英语、普通话、粤语都行。',
        ],
      },
      {
        list: [
          ['Markham Main Street: 905 555 0168', '万锦大街店：905 555 0168'],
          ['Toronto Downtown: 416 555 0152', '多伦多市中心店：416 555 0152'],
          ['Richmond Golden Village: 604 555 0138', '列治文金村店：604 555 0138'],
          ['hello@lantern-lane.example, answered within a day', 'hello@lantern-lane.example，一天内回复'],
        ],
      },
      {
        paragraph: [
          'Large orders, birthdays, a tea table for the office: write two days ahead and we will make a plan.',
          '大单、生日、公司茶歇：提前两天写信，我们一起安排。',
        ],
      },
    ],
  },
]
