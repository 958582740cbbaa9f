import type { DemoPage } from './blocks.ts'

/**
 * Policies of a shop in Ontario, in plain words about what this shop does. They are examples, which the owner's lawyer
 * must review before use.
 */
export const policies: DemoPage[] = [
  {
    name: 'privacy',
    title: ['Privacy', '隐私'],
    blocks: [
      {
        paragraph: [
          'Somebody has to know whose dumplings these are. This page says what we ask for, why, who else sees it, and how you get it out again. We follow Canada’s privacy law for businesses (PIPEDA).',
          '总得知道这份饺子是谁的。这一页写清楚：我们要什么资料、为什么要、还有谁看得到、您怎样拿回去。我们遵守加拿大的个人信息保护法（PIPEDA）。',
        ],
      },
      { heading: ['What we keep', '我们留存什么'] },
      {
        list: [
          [
            'An order: name, phone, email, what you bought, and an address if we deliver. The books must be kept for six years; a delivered address is taken out of the order when you delete your account.',
            '订单：称呼、电话、邮箱、买了什么，要送货的还有地址。账目依法保留六年；注销账户时，订单里的送货地址会抹掉。',
          ],
          [
            'An account, if you want one: the above, your addresses, and a password that we cannot read.',
            '账户（您愿意开的话）：以上内容、您的地址，和一个我们看不到的密码。',
          ],
          ['What you write into a form: one year.', '您在表单里写的内容：保留一年。'],
          [
            'In your browser: your session and cart, language, store, currency, and which notices you closed. Nothing for advertising.',
            '在您的浏览器里：登录和购物车、语言、门店、货币，以及关掉了哪些通知。没有广告追踪。',
          ],
        ],
      },
      { heading: ['Who else sees it', '还有谁看得到'] },
      {
        list: [
          [
            'The wallet’s or card’s own company when you pay; some of them work outside Canada, under the law of that place. We never see your card.',
            '付款时，钱包或银行卡公司会看到；其中有的在加拿大境外，受当地法律约束。您的卡号我们看不到。',
          ],
          ['Whoever carries your order to your door: name, address, phone.', '送货的人：称呼、地址、电话。'],
          [
            'Nobody else, unless the law demands it. We do not sell, rent or lend what we know about you.',
            '除非法律要求，没有别人。您的资料不卖、不租、不借。',
          ],
          ['A video of another site is loaded only after you agreed to it.', '别的网站的视频，您同意了才会加载。'],
        ],
      },
      { heading: ['News by email', '邮件通知'] },
      {
        paragraph: [
          'Receipts and news about your own order always come. Anything else only if you said yes, as Canada’s anti-spam law (CASL) wants it; you say no again in your account.',
          '小票和您自己订单的消息一定会发。其他邮件按加拿大反垃圾邮件法（CASL），您同意了才发；在账户里随时可以取消。',
        ],
      },
      { heading: ['Your rights', '您的权利'] },
      {
        list: [
          [
            'See, correct, download or delete: in your account, or write to our privacy officer at privacy@lantern-lane.example. We answer within 30 days.',
            '查看、更正、下载或删除：在账户里就能办，或写信给隐私负责人 privacy@lantern-lane.example，30 天内答复。',
          ],
          [
            'If something of yours gets into wrong hands and could harm you, we tell you and the Privacy Commissioner.',
            '如果您的资料外泄、可能对您不利，我们会通知您和隐私专员。',
          ],
          [
            'Not content with our answer? The Office of the Privacy Commissioner of Canada hears complaints: priv.gc.ca.',
            '对答复不满意，可以向加拿大隐私专员公署投诉：priv.gc.ca。',
          ],
        ],
      },
      { kind: 'form', form: 'contact' },
    ],
  },
  {
    name: 'terms',
    title: ['Terms', '条款'],
    blocks: [
      {
        paragraph: [
          'You buy from Lantern Lane Foods Inc., 168 Main Street Unionville, Markham, Ontario (an invented company, for demonstration). You see everything that you agree to before you pay, and get it by email afterwards.',
          '您的卖家是 Lantern Lane Foods Inc.（灯里食品），地址安大略省万锦市 168 Main Street Unionville（示范用，并非真实公司）。付款前您会看到全部内容，付款后会发到邮箱。',
        ],
      },
      { heading: ['An order', '下单'] },
      {
        list: [
          [
            'An order is agreed when you see its number. Until then prices and stock may change; after that they are promised.',
            '看到订单号，这笔买卖就算数。在那之前价格和库存可能变，之后说到做到。',
          ],
          [
            'Prices are in Canadian dollars. Sales tax (HST or GST and PST) is shown line by line before you pay.',
            '价格以加元计，销售税（HST，或 GST 和 PST）付款前逐项列出。',
          ],
          [
            'If a price is plainly a mistake we tell you, and you choose: the right price, or your money back.',
            '标价明显有误，我们会告诉您：按正确的价格买，或者全额退款，由您选。',
          ],
          ['Limits per order are there so that the neighbours get some too.', '每单限量，是为了让街坊都买得到。'],
        ],
      },
      { heading: ['Food', '食品'] },
      {
        list: [
          [
            'Our kitchen uses wheat, egg, milk, soy, sesame, peanuts, nuts, mustard, fish and shellfish. Traces are possible everywhere; if you are allergic, talk to us before you order.',
            '厨房里有麦、蛋、奶、大豆、芝麻、花生、坚果、芥末、鱼和虾蟹贝，处处可能有微量。过敏的朋友下单前先问我们。',
          ],
          ['Pictures show the idea, not the exact strawberry.', '图片示意，草莓不会一模一样。'],
        ],
      },
      { heading: ['The law', '法律'] },
      {
        paragraph: [
          'The laws of Ontario and of Canada apply. Nothing here takes away what the Consumer Protection Act gives you, or the law of the province where you live.',
          '适用安大略省和加拿大法律。消费者保护法，以及您所在省份的法律给您的权利，这里一样也不会减少。',
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
          [
            'Before the store accepts it: cancel it yourself in your order, and get everything back.',
            '店家接单前：自己在订单里取消，全额退。',
          ],
          [
            'Wrong, spoilt or missing: we make it again or give the money back, as you like.',
            '做错了、坏了、少了：重做或退钱，你定。',
          ],
          [
            'Groceries unopened: seven days, with the receipt from your email. Not what was cooled or frozen: nobody could sell it again.',
            '杂货没拆封：七天内，凭邮件里的小票。冷藏冷冻的不退，没法再卖。',
          ],
          ['A group-buy that does not come together: everything goes back by itself.', '团购没成：自动全额退。'],
          [
            'Money goes back the way it came, usually within five business days, and never later than 15 days after you cancelled.',
            '钱原路退回，一般五个工作日内到，最晚不超过取消后 15 天。',
          ],
        ],
      },
      { heading: ['When the law lets you cancel', '法律允许取消的情况'] },
      {
        paragraph: [
          'In Ontario you may cancel an order made on the internet if we did not show or send you what the law wants you to know, or if nothing came within 30 days of the day that was promised. Tell us in any way; we send the money back within 15 days.',
          '在安大略省，如果我们没有告知法律要求的内容，或者过了约定日子 30 天还没到货，您可以取消网上订单。怎样告诉我们都行，15 天内退款。',
        ],
      },
    ],
  },
  {
    name: 'delivery',
    title: ['Delivery', '配送'],
    blocks: [
      {
        paragraph: [
          'Choose delivery at checkout and type in your address: you see at once whether we come to you, what it costs, and which times are free.',
          '结账时选“送货上门”，填好地址，马上就知道送不送、运费多少、哪些时间有空。',
        ],
      },
      {
        list: [
          [
            'The fee and the smallest order depend on where you live; both are shown before you pay. Nothing is added at the door.',
            '运费和起送金额看您住在哪里，付款前都会显示，到门口不再加钱。',
          ],
          [
            'Cold things travel cold. If nobody opens we call; food that cannot wait goes back with us, and we talk about what to do.',
            '冷的一路冷藏。没人应门我们会打电话；放不住的先带回来，再商量怎么办。',
          ],
          [
            'Late? We write as soon as we know. You may cancel while it is not on its way.',
            '要晚了，我们一知道就告诉您。还没出发的可以取消。',
          ],
          ['Until it is in your hands, it is ours to answer for.', '送到您手上之前，都由我们负责。'],
        ],
      },
      {
        kind: 'places',
        title: { en: 'Or fetch it', zh: '也可以来取' },
        text: { en: 'Ready when you walk in, and no fee.', zh: '进门就好，不收运费。' },
      },
    ],
  },
  {
    name: 'accessibility',
    title: ['Accessibility', '无障碍'],
    blocks: [
      {
        paragraph: [
          'Everybody on this street should be able to shop here, on this site as at the counter. We work to the Web Content Accessibility Guidelines, level AA, and to Ontario’s accessibility law (AODA).',
          '这条街上的每个人都该能在这里买东西，网站和柜台一样。网站按《网页内容无障碍指南》AA 级来做，也遵守安大略省无障碍法（AODA）。',
        ],
      },
      { heading: ['On this site', '网站'] },
      {
        list: [
          [
            'Everything works with the keyboard, with a screen reader, enlarged four times, and with less movement.',
            '键盘、读屏软件、放大四倍、减少动画，都能用。',
          ],
          ['Ordering works without scripts too.', '不开脚本也能下单。'],
          [
            'What we know to be weaker: drawings of food have short descriptions, and posters to share are pictures.',
            '还不够好的地方：食物图片的说明比较短，分享海报是图片。',
          ],
        ],
      },
      { heading: ['In our stores', '门店'] },
      {
        list: [
          [
            'Markham and Toronto have a level entrance. Guide dogs and helpers are welcome, everywhere.',
            '万锦店和多伦多店门口没有台阶。导盲犬和陪同人员，哪家店都欢迎。',
          ],
          [
            'We read the menu to you, bring the bag to your car, and take orders by phone at the same price.',
            '可以读菜单给您听，可以把东西送到车上，电话下单价格一样。',
          ],
        ],
      },
      { heading: ['Tell us', '告诉我们'] },
      {
        paragraph: [
          'Something stood in your way, or you need this page in another form: write, call or tell anybody at the counter. We answer within two working days.',
          '遇到不方便的地方，或者需要别的格式，写信、打电话、跟店员说都行，两个工作日内回复。',
        ],
      },
      { kind: 'form', form: 'contact' },
    ],
  },
]
