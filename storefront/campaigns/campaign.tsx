import { redirect } from 'react-router'
import type { CampaignDetail } from '#contract/campaigns.ts'
import type { Client } from '#contract/client.ts'
import { StateBadge } from '#storefront/cards/campaign-card.tsx'
import { Countdown } from '#storefront/cards/countdown.tsx'
import { campaignPath, getsFulfilled, isJoinable } from '#storefront/cards/facts.ts'
import { OtherName } from '#storefront/cards/product-card.tsx'
import { Progress } from '#storefront/cards/progress.tsx'
import { useCampaignFormat } from '#storefront/cards/use-campaign-format.ts'
import type { Page } from '#storefront/core/data.ts'
import { attempt, inBrowser, onServer } from '#storefront/core/data.ts'
import { useReferralClick } from '#storefront/core/referral-click.ts'
import { useShop } from '#storefront/core/shop.ts'
import { calendarLink } from '#storefront/core/time/calendar.ts'
import { clockTime, localDate } from '#storefront/core/time/format.ts'
import { Breadcrumb } from '#storefront/parts/breadcrumb.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { StructuredData } from '#storefront/parts/head/structured-data.tsx'
import { StorePage } from '#storefront/parts/store-page.tsx'
import { revalidateUnlessSamePage } from '#storefront/store/list/list-data.ts'
import { ShareButton } from '#storefront/store/sharing/share-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import type { Route } from './+types/campaign'
import { ActionBar } from './action-bar.tsx'
import { campaignData } from './campaign-data.ts'
import type { CampaignData, JoinedList } from './campaign-page-data.ts'
import { ItemCard } from './item-card.tsx'
import { Faces, ParticipantList } from './joined.tsx'
import { OwnOrders } from './mine.tsx'
import { Points } from './points.tsx'
import { Rules } from './rules.tsx'
import { pollParameter, useLiveCampaign } from './use-live-campaign.ts'
import { useShareData } from './use-shared.ts'
import '#storefront/parts/store-page.css'
import '#storefront/store/sharing/share.css'

export { CampaignError as ErrorBoundary } from './campaign-error.tsx'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t, say }) => {
    const campaign = args.loaderData?.campaign
    return {
      title: say(campaign?.title) || t('campaign.gone_title'),
      description: say(campaign?.story),
      image: campaign?.cover,
    }
  })

/** The number of participants that the list shows at first, and that each press of "more" adds. */
const participantPageSize = 20

async function load(api: Client, { params, url }: Page): Promise<CampaignData> {
  const id = params.id ?? ''
  const requestedLimit = Number(url.searchParams.get('joined') ?? participantPageSize)
  const limit = Number.isInteger(requestedLimit)
    ? Math.min(Math.max(requestedLimit, participantPageSize), 1000)
    : participantPageSize
  const [campaign, list] = await Promise.all([api.campaigns.detail({ id }), loadParticipants(api, id, limit)])
  return { campaign, list, shown: limit }
}

/** Loads the first `limit` participants, in as few calls as the API allows. */
async function loadParticipants(api: Client, fissionCampaignId: string, limit: number): Promise<JoinedList> {
  const maxPerCall = 50
  const offsets = Array.from({ length: Math.ceil(limit / maxPerCall) }, (_, index) => index * maxPerCall)
  const pages = await Promise.all(
    offsets.map((startingPosition) =>
      api.campaigns.joined({
        fissionCampaignId,
        startingPosition,
        numberToLoad: Math.min(maxPerCall, limit - startingPosition),
      }),
    ),
  )
  return {
    joined: pages.flatMap(({ joined }) => joined),
    count: pages[0]?.count ?? 0,
    hasMore: pages.at(-1)?.hasMore ?? false,
  }
}
export const loader = onServer(load)
export const clientLoader = inBrowser((api: Client, page: Page): Promise<CampaignData | null> => {
  const isPoll = page.url.searchParams.has(pollParameter)
  return isPoll ? load(api, page).catch(() => null) : load(api, page)
})

/** Hides or shows the visitor's name in the list of participants, then redirects to the page. */
async function handleForm(api: Client, { request, params }: Page): Promise<Response> {
  const form = await request.formData()
  const id = params.id ?? ''
  await attempt(api.campaignCart.hideName({ id, isHidden: form.get('isHidden') === 'yes' }))
  return redirect(campaignPath(id), 303)
}
export const action = onServer(handleForm)
export const clientAction = inBrowser(handleForm)
export const shouldRevalidate = revalidateUnlessSamePage

/** The page of a group-buy: content, state, rules, items, pickup points and participants. */
export default function CampaignPage({ loaderData }: Route.ComponentProps) {
  const shop = useShop()
  if (!loaderData) throw new Error('only a failed poll returns null, and polls use a fetcher')
  const initial = loaderData
  const { latest, refresh } = useLiveCampaign(initial)
  useReferralClick()
  const { campaign, list, shown: participantLimit } = latest
  const { t, say } = shop
  const canJoin = isJoinable(campaign)
  return (
    <StorePage className="campaign-page">
      <Breadcrumb
        categories={[]}
        parents={[{ to: '/store/groupCampaigns', label: t('campaign.list') }]}
        here={say(campaign.title)}
      />
      <StructuredData of={import.meta.env.SSR ? campaignData(campaign, shop) : undefined} />
      <div className="campaign-columns">
        <div className="campaign-cover">
          <Picture image={campaign.cover} sizes="(min-width: 64rem) 44rem, 100vw" eager />
          <StateBadge campaign={campaign} />
        </div>
        <Head campaign={campaign} list={list} ask={refresh} />
        <div className="campaign-main">
          <OwnOrders campaign={campaign} />
          <section aria-labelledby="items">
            <h2 id="items">{t('campaign.items')}</h2>
            <ul className="campaign-items">
              {campaign.items.map((item) => (
                <li key={item.id}>
                  <ItemCard item={item} canJoin={canJoin} />
                </li>
              ))}
            </ul>
          </section>
          <ParticipantList
            list={list}
            timeZone={campaign.timeZone}
            now={campaign.serverTime}
            morePath={`${campaignPath(campaign.id)}?joined=${participantLimit + participantPageSize}`}
          />
          <Story campaign={campaign} />
          <Rules campaign={campaign} />
          {getsFulfilled(campaign) && <Points campaign={campaign} />}
        </div>
      </div>
    </StorePage>
  )
}

/** The title, state and times of a group-buy with the next action. On wide windows this part stays in view. */
function Head({ campaign, list, ask }: { campaign: CampaignDetail; list: JoinedList; ask: () => void }) {
  const { t, say, langOf } = useShop()
  const { days, price } = useCampaignFormat()
  const shared = useShareData(campaign)
  const { title, organiser, state, localStoreName } = campaign
  return (
    <div className="campaign-head">
      <header>
        <h1 lang={langOf(title)}>{say(title)}</h1>
        <OtherName name={title} />
        <p className="field-hint" lang={langOf(organiser)}>
          {t('campaign.by', { name: say(organiser) })}
        </p>
      </header>
      {campaign.fromPrice && <p className="campaign-price">{price(campaign)}</p>}
      <Progress campaign={campaign}>
        <Faces joined={list.joined} />
      </Progress>
      <ActionBar campaign={campaign} />
      <div role="status">
        <p className="campaign-told">
          {t(`campaign.told_${state}`)} <Settled campaign={campaign} />
        </p>
      </div>
      <Countdown campaign={campaign} onOver={ask} />
      {getsFulfilled(campaign) && campaign.pickupDates.length > 0 && (
        <p className="campaign-fetch">
          <Icon name="pin" />
          <a className="link" href="#points">
            {t('campaign.pickup_on', { days: days(campaign.pickupDates) })} · {say(localStoreName)}
          </a>
          <a className="link" href="#rules">
            {t('campaign.rules')}
          </a>
        </p>
      )}
      <div className="campaign-ways">
        <ShareButton shared={shared} />
        {state === 'open' && campaign.goal.kind !== 'none' && <p className="field-hint">{t('campaign.share_words')}</p>}
        {state === 'scheduled' && <Reminder campaign={campaign} />}
      </div>
    </div>
  )
}

/**
 * For a failed or cancelled group-buy, shows when the shop cancelled the last order and so started the last refund. The
 * payment providers may complete the refunds later.
 */
function Settled({ campaign: { state, settledAt, timeZone } }: { campaign: CampaignDetail }) {
  const { t } = useShop()
  const { when } = useCampaignFormat()
  if (!settledAt || (state !== 'failed' && state !== 'cancelled')) return null
  return <b>{t('campaign.settled_on', { when: when(settledAt, timeZone) })}</b>
}

/** A link that downloads a calendar entry, which reminds the shopper of the group-buy's opening. */
function Reminder({ campaign: { id, title, opensAt, timeZone, localStoreName } }: { campaign: CampaignDetail }) {
  const { t, say } = useShop()
  const href = calendarLink({
    id: `campaign-${id}`,
    title: t('campaign.remind_title', { name: say(title) }),
    place: say(localStoreName),
    date: localDate(opensAt, timeZone),
    time: clockTime(opensAt, timeZone),
    timeZone,
  })
  return (
    <a className="link" href={href} download={`${id}.ics`}>
      {t('campaign.remind')}
    </a>
  )
}

function Story({ campaign: { story } }: { campaign: CampaignDetail }) {
  const { say, langOf } = useShop()
  const paragraphs = say(story)
    .split(/\n{2,}/)
    .filter(Boolean)
  return (
    <div className="campaign-story" lang={langOf(story)}>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  )
}
