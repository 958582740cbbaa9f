import type { FormInput } from '#contract/forms.ts'
import type { Text } from '#contract/shapes.ts'

const say = (en: string, zh: string): Text => ({ en, zh })

const name = {
  name: 'name',
  kind: 'text',
  label: say('Your name', '您的称呼'),
  required: true,
  maxLength: 80,
  autocomplete: 'name',
} as const
const email = {
  name: 'email',
  kind: 'email',
  label: say('Email', '邮箱'),
  hint: say('We reply to this address.', '我们会回复到这个邮箱。'),
  required: true,
  maxLength: 254,
} as const
const phone = { name: 'phone', kind: 'tel', label: say('Phone', '电话'), maxLength: 30 } as const

/** The forms of the demonstration: contact, catering, and applications to lead a group-buy. */
export const demoForms: FormInput[] = [
  {
    name: 'contact',
    title: say('Write to us', '给我们留言'),
    text: say(
      'A person reads this, and answers within a day. For large orders, birthdays and office teas, please write two ' +
        'days ahead.',
      '会有人看，一天内回复您。大单、生日、公司茶歇，请提前两天留言。',
    ),
    submit: say('Send', '提交留言'),
    thanks: say('We answer by email, usually the same day.', '我们会发邮件回复，一般当天就能收到。'),
    fields: [
      name,
      email,
      phone,
      {
        name: 'topic',
        kind: 'select',
        label: say('What is it about?', '想说哪方面的事？'),
        required: true,
        options: [
          { id: 'order', name: say('An order', '订单') },
          { id: 'product', name: say('A product, or allergies', '商品或过敏') },
          { id: 'access', name: say('Accessibility', '无障碍服务') },
          { id: 'privacy', name: say('My data', '我的个人资料') },
          { id: 'other', name: say('Something else', '其他') },
        ],
      },
      {
        name: 'order',
        kind: 'text',
        label: say('Order number or pickup code', '订单号或取货码'),
        hint: say('If it is about an order.', '和订单有关才填。'),
        maxLength: 40,
      },
      { name: 'message', kind: 'textarea', label: say('Message', '留言内容'), required: true, maxLength: 2000 },
    ],
  },
  {
    name: 'catering',
    title: say('Ask for a plan', '团餐咨询'),
    text: say(
      'Birthdays, offices, school fairs: tell us how many and when, and we make a plan with a price.',
      '生日、公司、学校活动：告诉我们人数和日子，我们给您配一份菜单和报价。',
    ),
    submit: say('Ask for a plan', '请给我方案'),
    thanks: say(
      'You hear from us within two working days. Nothing is ordered yet.',
      '两个工作日内回复您，现在还没有下单。',
    ),
    fields: [
      name,
      email,
      { ...phone, required: true },
      {
        name: 'company',
        kind: 'text',
        label: say('Company or group', '公司或团体'),
        maxLength: 120,
        autocomplete: 'organization',
      },
      { name: 'date', kind: 'date', label: say('Which day?', '哪一天？'), required: true },
      { name: 'people', kind: 'number', label: say('How many people?', '多少人？'), required: true, min: 8, max: 500 },
      {
        name: 'way',
        kind: 'select',
        label: say('How do you get it?', '怎么拿？'),
        required: true,
        options: [
          { id: 'pickup', name: say('We pick it up', '自己来取') },
          { id: 'delivery', name: say('Please bring it', '请送过来') },
        ],
      },
      {
        name: 'diets',
        kind: 'text',
        label: say('Allergies and diets', '过敏与忌口'),
        hint: say('Nuts, halal, vegetarian: how many of each.', '坚果、清真、素食，各有几位。'),
        maxLength: 300,
      },
      { name: 'message', kind: 'textarea', label: say('What else?', '还有什么要求？'), maxLength: 2000 },
    ],
  },
  {
    name: 'organiser',
    title: say('Tell us about your neighbourhood', '说说您那边'),
    text: say(
      'You know your building, your parents’ group, your choir. We bring everything to one place; you hand it out.',
      '小区、家长群、合唱团，您最熟。货我们一起送到一个地方，您来分。',
    ),
    submit: say('Send the application', '提交申请'),
    thanks: say(
      'We call you within a week and go through how it works together.',
      '一周内给您打电话，把流程一起过一遍。',
    ),
    fields: [
      name,
      email,
      { ...phone, required: true },
      {
        name: 'area',
        kind: 'text',
        label: say('Your neighbourhood', '所在社区'),
        hint: say('A crossing or the first half of the postal code.', '写路口，或邮编前三位。'),
        required: true,
        maxLength: 120,
      },
      {
        name: 'households',
        kind: 'number',
        label: say('How many households would join?', '大概多少户会一起买？'),
        required: true,
        min: 3,
        max: 1000,
      },
      { name: 'wechat', kind: 'text', label: say('WeChat name', '微信号'), maxLength: 60 },
      {
        name: 'place',
        kind: 'text',
        label: say('Where could it be handed out?', '在哪里分货？'),
        hint: say(
          'A lobby, a garage, a church hall; dry, and free to use.',
          '大堂、车库、教堂活动室，能遮雨、可以用就行。',
        ),
        required: true,
        maxLength: 200,
      },
      { name: 'message', kind: 'textarea', label: say('Anything else', '还想说的'), maxLength: 1000 },
      {
        name: 'adult',
        kind: 'checkbox',
        label: say('I am of age in my province', '我已达到本省成年年龄'),
        required: true,
      },
    ],
  },
]
