import type { DemoPage } from './blocks.ts'
import { policies } from './policies.ts'

/** Short versions of the pages that every shop needs. */
export const demoPages: DemoPage[] = [
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
      { heading: ['Who is behind the window', '窗里的人'] },
      {
        people: ['jo', 'fang', 'leung', 'min'],
        alt: [
          'Drawn from left to right: Jo, Aunt Fang, Uncle Leung and Min.',
          '手绘，从左到右：阿昭、方阿姨、梁叔、小敏。',
        ],
      },
      {
        paragraph: [
          'From left to right: Jo pulls the tea, Aunt Fang folds the dumplings, Uncle Leung keeps the books (better by now), and Min bakes since the second winter.',
          '从左到右：阿昭拉茶，方阿姨包饺子，梁叔记账（如今记得清楚了），小敏第二个冬天来的，管烤面包。',
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
        paragraph: ['Order ahead, and it is ready when you walk in.', '先下单，进门就能拿。'],
      },
      {
        steps: [
          ['Choose a store and a time.', '选门店，选时间。'],
          ['We start cooking so that everything is ready just then.', '我们掐着点做，到点正好。'],
          [
            'Say your pickup code at the counter, or show it. It is in our email.',
            '到柜台报取货码，或者给我们看一眼。取货码在邮件里。',
          ],
        ],
      },
      {
        kind: 'places',
        title: { en: 'Where to pick up', zh: '去哪儿取' },
        text: {
          en: 'Running late? Call the store, and we’ll hold your order.',
          zh: '要晚到，打电话给店里，我们晚点下锅。',
        },
      },
      { heading: ['Good to know', '先说清楚'] },
      {
        list: [
          [
            'Drinks and hot food wait fifteen minutes at their best; cold things wait until closing.',
            '饮料和热食最多等十五分钟最好吃，冷的可以等到打烊。',
          ],
          ['Eating in is possible in Markham and in Toronto.', '万锦店和多伦多店可以堂食。'],
        ],
      },
      { heading: ['How to pay', '怎么付'] },
      {
        list: [
          [
            'Online: cards, Apple Pay, Google Pay, Interac e-Transfer, PayPal, WeChat Pay, Alipay or UnionPay. The last step of the checkout shows what your order can use.',
            '网上付：银行卡、Apple Pay、Google Pay、Interac 电子转账、PayPal、微信支付、支付宝、银联。结账最后一步会列出这单能用的。',
          ],
          ['At the counter, when you collect.', '到店付：取货时付。'],
          [
            'Prices are in Canadian dollars; other currencies are for reference only.',
            '价格以加元为准，其他币种仅供参考。',
          ],
          [
            'Sales tax is added at checkout, item by item, as required: none on basic groceries, some on a hot lunch.',
            '税在结账时按商品逐项计算：基本食品免税，热饭热菜要交一点。',
          ],
        ],
      },
    ],
  },
  {
    name: 'richmond',
    title: ['Richmond', '列治文店'],
    blocks: [
      {
        paragraph: [
          'Our store by the sea. It bakes for itself, gets its crab from the boats in Steveston, and keeps Vancouver time.',
          '靠海的一家店：面包自己烤，螃蟹从史蒂夫斯顿的船上来，时间按温哥华的算。',
        ],
      },
      {
        kind: 'places',
        title: { en: 'Where it is', zh: '在哪里' },
        text: { en: 'Come by, or order ahead and pick it up here.', zh: '欢迎来逛逛，也可以先下单再来取。' },
        locations: ['richmond'],
      },
      {
        kind: 'products',
        title: { en: 'What people here take home', zh: '这里的街坊最爱' },
        query: { tagName: 'best-seller', numberToLoad: '4' },
      },
    ],
  },
  {
    name: 'contact',
    title: ['Contact', '联系我们'],
    blocks: [
      {
        paragraph: [
          'Call +1 905 555 0168 from 8 a.m. to 9 p.m., in English, Mandarin or Cantonese.',
          '电话 +1 905 555 0168，早八点到晚九点有专人接听，英语、普通话、粤语都行。',
        ],
      },
      {
        kind: 'places',
        title: { en: 'Our stores', zh: '我们的门店' },
        text: { en: 'Visit us, call, or get directions.', zh: '到店、打电话，或者查看路线。' },
      },
      { kind: 'form', form: 'contact' },
    ],
  },
  {
    name: 'catering',
    title: ['Catering', '团餐'],
    blocks: [
      {
        paragraph: [
          'Boxes for a meeting, a tea table for the office, buns for two hundred. From eight people on, two days ahead.',
          '会议便当、公司茶歇、两百个包子都行。八人起订，提前两天。',
        ],
      },
      { kind: 'form', form: 'catering' },
    ],
  },
  {
    name: 'organisers',
    title: ['Lead a group-buy', '当团长'],
    blocks: [
      {
        paragraph: [
          'A group-buy needs somebody who knows the neighbours. You choose the day and the place, we bring what was ordered, and what the group saves goes to the group.',
          '团购要有一位认得街坊的人。日子和地点您定，大家订的我们送到，省下的钱归大家。',
        ],
      },
      {
        kind: 'faq',
        title: { en: 'What leaders ask', zh: '团长常问' },
        items: [
          {
            question: { en: 'Do I handle money?', zh: '我要经手钱吗？' },
            answer: {
              en: 'No. Everybody pays on this site; refunds go back the same way.',
              zh: '不用。每个人自己在网站上付，退款也原路退。',
            },
          },
          {
            question: { en: 'What if too few join?', zh: '人数不够怎么办？' },
            answer: {
              en: 'Then it does not take place, and everybody gets the whole amount back.',
              zh: '那就不成团，全额退给每个人。',
            },
          },
          {
            question: { en: 'What do I get?', zh: '我有什么好处？' },
            answer: {
              en: 'What we agreed with you beforehand, written on the page of the group-buy, so that everybody knows.',
              zh: '事先跟您说好，写在团购页面上，大家都看得到。',
            },
          },
        ],
      },
      { kind: 'form', form: 'organiser' },
    ],
  },
  ...policies,
]
