import { Link, useSearchParams } from 'react-router'
import { ApiError } from '#contract/api-error.ts'
import type { Client } from '#contract/client.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { useReferralClick } from '#storefront/core/referral-click.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { Icon } from '#ui/icon.tsx'
import type { Route } from './+types/invite'
import './account.css'
import '#storefront/parts/plain-page.css'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ t }) => ({
    title: args.loaderData
      ? t('referral.invited_title', { name: args.loaderData.referrerName })
      : t('referral.invited_gone'),
    isPrivate: true,
  }))

/** Loads the invitation for the ids in the URL. Null if the invitation is no longer open. */
async function load(api: Client, { url }: Page) {
  const referGroup = url.searchParams.get('referGroup') ?? undefined
  try {
    return await api.referral.invitation({ id: url.searchParams.get('referId') ?? '', referGroup })
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && error.status !== 429) return null
    throw error
  }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** The page behind a member's invitation link: the member, and the reward for a first order. */
export default function Invite({ loaderData: invitation }: Route.ComponentProps) {
  const { app, t, count, say, isLoggedIn, moneyText } = useShop()
  const [query] = useSearchParams()
  useReferralClick()
  if (!invitation)
    return (
      <div className="wrap account-page">
        <h1>{t('referral.invited_gone')}</h1>
        <p className="account-text">{t('referral.invited_gone_text')}</p>
        <Link className="button" to="/store">
          {t('referral.invited_look')}
        </Link>
      </div>
    )
  const { referrerName, friend, minimum, returnDays } = invitation
  const canJoin = app.system.appConfig.enableUserAccounts && !isLoggedIn
  return (
    <div className="wrap account-page">
      <p className="referral-gift">
        <Icon name="gift" />
      </p>
      <h1>{t('referral.invited_title', { name: referrerName })}</h1>
      <p className="account-text">
        {t(friend ? 'referral.invited_welcome' : 'referral.invited_plain', { shop: app.storeName })}
      </p>
      {friend && (
        <div className="user-section referral-offer">
          <strong>{t('referral.invited_gets', { what: say(friend.words) })}</strong>
          <ul>
            {canJoin && <li>{t('referral.invited_text')}</li>}
            {minimum.amount > 0 && <li>{t('referral.invited_minimum', { amount: moneyText(minimum) })}</li>}
            <li>{count('referral.invited_days', returnDays)}</li>
          </ul>
        </div>
      )}
      <div className="user-actions">
        {canJoin && (
          <Link className="button" to={`/account/signup?${new URLSearchParams([...query, ['next', '/store']])}`}>
            {t('referral.invited_join')}
          </Link>
        )}
        <Link className={canJoin ? 'button button-quiet' : 'button'} to="/store">
          {t('referral.invited_look')}
        </Link>
      </div>
    </div>
  )
}
