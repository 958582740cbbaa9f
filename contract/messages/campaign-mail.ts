/** What mails and staff are told of group-buys. */
export const campaignMailMessages = {
  'campaigns.is_scheduled': ['not open yet', '还没开始'],
  'campaigns.is_open': ['open', '进行中'],
  'campaigns.is_reached': ['sure to take place, and open', '已成团，还可以参加'],
  'campaigns.is_full': ['full', '名额已满'],
  'campaigns.is_settling': ['over and being settled', '已截单，正在结算'],
  'campaigns.is_succeeded': ['settled', '已成团'],
  'campaigns.is_failed': ['over without reaching its goal', '没有成团'],
  'campaigns.is_cancelled': ['called off', '已取消'],
  'staff.a_campaign': ['group-buy {name}', '团购 {name}'],
  'campaigns.price_reached': ['Group price that was reached', '团购降价'],
  'mail.campaign_reached_subject': ['“{title}” takes place', '“{title}”成团了'],
  'mail.campaign_reached_title': ['The goal is reached, {name}.', '{name}，已经达到成团要求。'],
  'mail.campaign_reached_text': [
    'Others can still join until {date}, {time}. Should more pieces make it cheaper, the difference comes back to you.',
    '{date} {time} 截单前还可以参加。如果人多价格更低，差价会退给您。',
  ],
  'mail.campaign_succeeded_subject': ['“{title}” is closed: here is what comes next', '“{title}”已截单：取货安排'],
  'mail.campaign_succeeded_title': ['It takes place, {name}.', '{name}，团购成功了。'],
  'mail.campaign_succeeded_text': [
    'Fetch it on {date} between {from} and {until}: {place}.',
    '请于 {date} {from}–{until} 到{place}取货。',
  ],
  'mail.campaign_difference': [
    'Together you reached a lower price: {amount} comes back to you.',
    '大家一起买到了更低的价格：退您 {amount} 差价。',
  ],
  'mail.campaign_less_later': [
    'Together you reached a lower price: what is still to be paid is {amount} less.',
    '大家一起买到了更低的价格：尾款少付 {amount}。',
  ],
  'mail.campaign_failed_subject': ['“{title}” does not take place', '“{title}”没有成团'],
  'mail.campaign_failed_title': ['“{title}” does not take place, {name}.', '{name}，“{title}”没有成团。'],
} as const satisfies Record<string, readonly [string, string]>
