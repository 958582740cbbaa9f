import type { Client } from '#contract/client.ts'
import type { referralPeriods } from '#contract/referral.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { forMember } from '#storefront/core/member.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { errorsOf, isDone, outcomeOf } from '#storefront/user/form-outcome.ts'
import { UserPage } from '#storefront/user/user-page.tsx'
import { Done } from '#ui/done.tsx'
import { ErrorSummary } from '#ui/field.tsx'
import { useActionResult } from '#ui/hooks/use-action-result.ts'
import type { Route } from './+types/referral'
import { ReferralChart } from './referral-chart.tsx'
import { ReferralFigures } from './referral-figures.tsx'
import { ReferralGroups } from './referral-groups.tsx'
import { ReferralLink } from './referral-link.tsx'
import { FriendList, FriendOrderList, ReceivedList } from './referral-lists.tsx'

type Period = (typeof referralPeriods)[number]
const periods: Period[] = ['day', 'week', 'month']
const listPageSize = 10

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ t }) => ({ title: t('referral.title'), isPrivate: true }))

/**
 * Loads the groups and the member's received rewards. If the member has joined a group, also loads the member's link,
 * the figures, the chart and the lists.
 */
const load = (api: Client, { url }: Page) => forMember(url, loadReferralData(api, url.searchParams))
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

async function loadReferralData(api: Client, query: URLSearchParams) {
  const [{ groups }, { rewards }] = await Promise.all([api.referral.groups(), api.referral.received()])
  const hasJoined = groups.some(({ joinedAt }) => joinedAt)
  return { groups, rewards, own: hasJoined ? await loadReferrerData(api, query) : null }
}

async function loadReferrerData(api: Client, query: URLSearchParams) {
  const period = periods.find((name) => name === query.get('period')) ?? 'day'
  const page = (name: string) => ({ startingPosition: readStart(query, name), numberToLoad: listPageSize })
  const [overview, friends, orders, friendSummary, orderSummary] = await Promise.all([
    api.referral.overview(),
    api.referral.members(page('friends')),
    api.referral.orders(page('orders')),
    api.referral.memberSummary({ period }),
    api.referral.orderSummary({ period }),
  ])
  return { overview, friends, orders, friendSummary, orderSummary }
}

function readStart(query: URLSearchParams, name: string): number {
  const start = Number(query.get(name))
  return Number.isInteger(start) && start > 0 && start <= 1_000_000 ? start : 0
}

const handleForm = async (api: Client, { request }: Page) => {
  const form = await request.formData()
  return outcomeOf('join', api.referral.joinGroup({ id: String(form.get('group') ?? '') }))
}
export const action = onServer(handleForm)
export const clientAction = inBrowser(handleForm)

/** The referral page: the groups that the member can join, the member's link and its results. */
export default function Referral({
  loaderData: { groups, rewards, own },
  actionData: rawActionData,
}: Route.ComponentProps) {
  const actionData = useActionResult(rawActionData)
  const { t, count } = useShop()
  const errors = errorsOf(actionData, 'join')
  return (
    <UserPage title={t('referral.title')} text={t('referral.text')}>
      {isDone(actionData, 'join') && <Done>{t('referral.joined')}</Done>}
      <ErrorSummary errors={errors} title={count('account.errors_title', errors?.length ?? 0)} labels={{}} />
      {own && (
        <>
          <ReferralLink overview={own.overview} />
          <ReferralFigures overview={own.overview} />
          <ReferralChart friends={own.friendSummary} orders={own.orderSummary} />
          <FriendOrderList {...own.orders} />
          <FriendList {...own.friends} />
        </>
      )}
      {rewards.length > 0 && <ReceivedList rewards={rewards} />}
      <ReferralGroups groups={groups} current={own?.overview.group.id ?? null} />
    </UserPage>
  )
}
