import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { CampaignStage, CampaignSummary } from '#contract/campaigns.ts'
import { campaignStages } from '#contract/campaigns.ts'
import { hourMs } from '#contract/durations.ts'
import { formatPhone } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import { pick } from '#contract/languages.ts'
import { staffText } from '#contract/messages/staff.ts'
import { messages } from '#contract/messages.ts'
import type { CampaignDraft, HandOut } from '#contract/office/campaigns.ts'
import { localTime } from './command-output.ts'
import { handOutPage } from './pickup-page.ts'
import type { Command, CommandInput } from './shop-command.ts'
import type { StaffClient } from './staff-client.ts'

type CampaignAction = (shop: StaffClient, campaign: string, input: CommandInput) => Promise<CampaignSummary>

const stageActions = Object.fromEntries(
  campaignStages.map((stage): [string, CampaignAction] => [
    commandOf(stage),
    (shop, campaign) => shop.stageCampaign({ campaign, stage }),
  ]),
)
const actions: Record<string, CampaignAction> = {
  create: (shop, _, input) => shop.createCampaign({ ...input.json<CampaignDraft>(1), rehearse: input.has('dry-run') }),
  open: (shop, campaign) => shop.openCampaign({ campaign }),
  close: (shop, campaign) => shop.closeCampaign({ campaign }),
  cancel: (shop, campaign) => shop.cancelCampaign({ campaign }),
  extend: async (shop, campaign, input) => {
    const { campaigns } = await shop.campaigns({})
    const closesAt = Date.parse(campaigns.find(({ id }) => id === campaign)?.closesAt ?? '') || Date.now()
    const until = new Date(closesAt + (input.number('hours') ?? 24) * hourMs).toISOString()
    return shop.extendCampaign({ campaign, until })
  },
  lower: (shop, campaign, input) => shop.lowerGoal({ campaign, goal: input.number('goal') ?? 1 }),
  ...stageActions,
}

function commandOf(stage: CampaignStage): string {
  return stage.replaceAll('_', '-')
}

const example = {
  id: 'orchard-january',
  location: 'markham',
  title: { en: 'The January crate', zh: '一月果园箱' },
  organiser: { en: 'Auntie Fang', zh: '芳姨' },
  story: { en: 'Picked the day before.', zh: '前一天现摘。' },
  opensAt: '2027-01-08T10:00:00-05:00',
  closesAt: '2027-01-15T20:00:00-05:00',
  goal: { kind: 'pieces', target: 20, cap: 80 },
  perPerson: 12,
  items: [
    {
      sku: 'honey-mandarins',
      stock: 60,
      tiers: [
        { from: 1, price: 259 },
        { from: 20, price: 229 },
      ],
      perOrder: 10,
    },
  ],
  points: [
    {
      name: { en: 'At the counter', zh: '店里柜台' },
      address: '168 Main Street Unionville, Markham, ON L3R 2G9',
      contact: '+1 905 555 0168',
      windows: [{ date: '2027-01-17', from: '10:00', until: '13:00', capacity: 40 }],
    },
  ],
}

/** The command for group-buys: their state, the organiser's actions, and the hand-out list. */
export const campaignCommands: Command[] = [
  {
    name: 'campaign',
    args: ['[ACTION]', '[CAMPAIGN|FILE]'],
    options: ['hours', 'goal', 'folder', 'dry-run'],
    example,
    run: async (shop, input, locale) => {
      const action = input.oneOf(0, ['list', 'sheet', ...Object.keys(actions)])
      const campaign = input.args[1] ?? ''
      const handler = actions[action]
      if (handler) {
        const answer = await handler(shop, campaign, input)
        return { answer, lines: showCampaigns([answer], locale) }
      }
      if (action === 'list') {
        const answer = await shop.campaigns({})
        return { answer, lines: showCampaigns(answer.campaigns, locale) }
      }
      const answer = await shop.handOut({ campaign })
      const folder = input.text('folder')
      return { answer, lines: folder ? [write(answer, { folder, locale })] : showHandOut(answer, locale) }
    },
  },
]

/** One line per group-buy: state, progress and closing time. */
function showCampaigns(campaigns: CampaignSummary[], locale: Locale): string[] {
  if (campaigns.length === 0) return [staffText(locale, 'nothing')]
  return campaigns.map(({ id, title, state, progress, goal, closesAt, timeZone }) => {
    const { participants, pieces, reached } = progress
    const target = goal.kind === 'none' ? '' : `  ${reached}/${goal.target}`
    const counted = staffText(locale, 'campaign_counted', { participants, pieces })
    const isNow = messages[locale][`campaigns.is_${state}`]
    return `${id}  ${pick(title, locale)}  ${isNow}${target}  ${counted}  → ${localTime(closesAt, timeZone)}`
  })
}

/**
 * The hand-out list of a group-buy: the group-buy's state, the total pieces of each item, and the participants of each
 * pickup point and window. Each participant has a line with a box to tick, or several for several delivery addresses.
 */
function showHandOut({ campaign, totals, windows }: HandOut, locale: Locale): string[] {
  if (windows.length === 0) return [staffText(locale, 'nothing')]
  const itemText = ({
    name,
    optionText,
    quantity,
  }: HandOut['totals'][number] | HandOut['windows'][number]['people'][number]['items'][number]) =>
    `${quantity} × ${[pick(name, locale), pick(optionText, locale)].filter(Boolean).join(' ')}`
  return [
    ...showCampaigns([campaign], locale),
    ...totals.map((item) => `  ${itemText(item)}`),
    ...windows.flatMap(({ place, date, from, until, participants, pieces, people }) => [
      '',
      [
        pick(place, locale),
        `${date} ${from}–${until}`,
        staffText(locale, 'campaign_counted', { participants, pieces }),
      ].join('  '),
      ...people.map(({ orders, name, phone, address, items, isGone }) => {
        const codes = orders.map(({ code }) => code).join(' ')
        const person = `${name}  ${formatPhone(phone)}  ${address && `${address}  `}`
        return `  [${isGone ? 'x' : ' '}] ${codes}  ${person}${items.map(itemText).join(', ')}`
      }),
    ]),
  ]
}

function write(handOut: HandOut, { folder, locale }: { folder: string; locale: Locale }): string {
  mkdirSync(folder, { recursive: true })
  const file = resolve(join(folder, `${handOut.campaign.id.replace(/[^\w-]/g, '_')}.html`))
  writeFileSync(file, handOutPage(handOut, locale))
  return staffText(locale, 'sheet_written', { file })
}
