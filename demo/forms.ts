import type { FormInput } from '#contract/forms.ts'
import type { Text } from '#contract/shapes.ts'

const toText = (en: string, zh: string): Text => ({ en, zh })

const name = {
  name: 'name',
  kind: 'text',
  label: toText('Your name', '您的称呼'),
  required: true,
  maxLength: 80,
  autocomplete: 'name',
} as const
const email = {
  name: 'email',
  kind: 'email',
  label: toText('Email', '邮箱'),
  hint: toText('We reply to this address.', '我们会回复到这个邮箱。'),
  required: true,
  maxLength: 254,
} as const
const phone = { name: 'phone', kind: 'tel', label: toText('Phone', '电话'), maxLength: 30 } as const

/** The forms of the demonstration: contact, catering, and applications to lead a group-buy. */
export const demoForms: FormInput[] = [
  {
    name: 'contact',
    title: toText('Write to us', '给我们留言'),
    text: toText(
      'A person reads this, and answers within a day. For large orders, birthdays and office teas, please write two ' +
        'days ahead.',
      '会有人看，一天内回复您。大单、生日、公司茶歇，请提前两天留言。',
    ),
    submit: toText('Send', '提交留言'),
    thanks: toText('We answer by email, usually the same day.', '我们会发邮件回复，一般当天就能收到。'),
    fields: [
      name,
      email,
      phone,
      {
        name: 'topic',
        kind: 'select',
        label: toText('What is it about?', '想说哪方面的事？'),
        required: true,
        options: [
          { id: 'order', name: toText('An order', '订单') },
          { id: 'product', name: toText('A product, or allergies', '商品或过敏') },
          { id: 'access', name: toText('Accessibility', '无障碍服务') },
          { id: 'privacy', name: toText('My data', '我的个人资料') },
          { id: 'other', name: toText('Something else', '其他') },
        ],
      },
      {
        name: 'order',
        kind: 'text',
        label: toText('Order number or pickup code', '订单号或取货码'),
        hint: toText('If it is about an order.', '和订单有关才填。'),
        maxLength: 40,
      },
      { name: 'message', kind: 'textarea', label: toText('Message', '留言内容'), required: true, maxLength: 2000 },
    ],
  },
  {
    name: 'catering',
    title: toText('Ask for a plan', '团餐咨询'),
    text: toText(
      'Birthdays, offices, school fairs: tell us how many and when, and we make a plan with a price.',
      '生日、公司、学校活动：告诉我们人数和日子，我们给您配一份菜单和报价。',
    ),
    submit: toText('Ask for a plan', '请给我方案'),
    thanks: toText(
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
        label: toText('Company or group', '公司或团体'),
        maxLength: 120,
        autocomplete: 'organization',
      },
      { name: 'date', kind: 'date', label: toText('Which day?', '哪一天？'), required: true },
      {
        name: 'people',
        kind: 'number',
        label: toText('How many people?', '多少人？'),
        required: true,
        min: 8,
        max: 500,
      },
      {
        name: 'way',
        kind: 'select',
        label: toText('How do you get it?', '怎么拿？'),
        required: true,
        options: [
          { id: 'pickup', name: toText('We pick it up', '自己来取') },
          { id: 'delivery', name: toText('Please bring it', '请送过来') },
        ],
      },
      {
        name: 'diets',
        kind: 'text',
        label: toText('Allergies and diets', '过敏与忌口'),
        hint: toText('Nuts, halal, vegetarian: how many of each.', '坚果、清真、素食，各有几位。'),
        maxLength: 300,
      },
      { name: 'message', kind: 'textarea', label: toText('What else?', '还有什么要求？'), maxLength: 2000 },
    ],
  },
  {
    name: 'organiser',
    title: toText('Tell us about your neighbourhood', '说说您那边'),
    text: toText(
      'You know your building, your parents’ group, your choir. We bring everything to one place; you hand it out.',
      '小区、家长群、合唱团，您最熟。货我们一起送到一个地方，您来分。',
    ),
    submit: toText('Send the application', '提交申请'),
    thanks: toText(
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
        label: toText('Your neighbourhood', '所在社区'),
        hint: toText('A crossing or the first half of the postal code.', '写路口，或邮编前三位。'),
        required: true,
        maxLength: 120,
      },
      {
        name: 'households',
        kind: 'number',
        label: toText('How many households would join?', '大概多少户会一起买？'),
        required: true,
        min: 3,
        max: 1000,
      },
      { name: 'wechat', kind: 'text', label: toText('WeChat name', '微信号'), maxLength: 60 },
      {
        name: 'place',
        kind: 'text',
        label: toText('Where could it be handed out?', '在哪里分货？'),
        hint: toText(
          'A lobby, a garage, a church hall; dry, and free to use.',
          '大堂、车库、教堂活动室，能遮雨、可以用就行。',
        ),
        required: true,
        maxLength: 200,
      },
      { name: 'message', kind: 'textarea', label: toText('Anything else', '还想说的'), maxLength: 1000 },
      {
        name: 'adult',
        kind: 'checkbox',
        label: toText('I am of age in my province', '我已达到本省成年年龄'),
        required: true,
      },
    ],
  },
]
