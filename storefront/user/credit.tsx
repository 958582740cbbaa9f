import { Link } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { CreditBalance, CreditEntry } from '#contract/store-credit.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { forMember } from '#storefront/core/member.ts'
import { useShop } from '#storefront/core/shop.ts'
import { useDay } from '#storefront/core/time/use-day.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { Price } from '#storefront/parts/price.tsx'
import type { Route } from './+types/credit'
import { UserPage, UserSection } from './user-page.tsx'
import './credit.css'

const pageSize = 20

export const meta = (args: Route.MetaArgs) => pageMeta(args, ({ t }) => ({ title: t('credit.title'), isPrivate: true }))

/** Loads the balance and the history, newest first. `?before=` loads older entries. */
const load = (api: Client, { url }: Page) => {
  const before = Number(url.searchParams.get('before')) || undefined
  const history = api.storeCredit.history({ numberToLoad: pageSize, ...(before && { before }) })
  return forMember(url, Promise.all([api.storeCredit.balance(), history]))
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** The member's store credit: the balance with its expiry, and each entry with the balance after it. */
export default function StoreCredit({ loaderData: [balance, { entries, hasMore }] }: Route.ComponentProps) {
  const { t } = useShop()
  const last = entries.at(-1)
  return (
    <UserPage title={t('credit.title')} text={t('credit.text')}>
      <Balance {...balance} />
      <UserSection title={t('credit.history')}>
        {entries.length === 0 ? (
          <p>{t('credit.empty')}</p>
        ) : (
          <ul className="user-rows">
            {entries.map((entry) => (
              <Entry key={entry.id} {...entry} />
            ))}
          </ul>
        )}
        {hasMore && last && (
          <Link className="button button-quiet" to={`/user/credit?before=${last.id}`}>
            {t('credit.more')}
          </Link>
        )}
      </UserSection>
    </UserPage>
  )
}

function Balance({ available, pending, expiring }: CreditBalance) {
  const { t, moneyText } = useShop()
  const day = useDay()
  return (
    <section className="credit-balance" aria-labelledby="credit-available">
      <h2 id="credit-available">{t('credit.available')}</h2>
      <strong>
        <Price money={available} />
      </strong>
      {pending.amount > 0 && <p>{t('credit.pending', { amount: moneyText(pending) })}</p>}
      {expiring && <p>{t('credit.expiring', { amount: moneyText(expiring.amount), date: day(expiring.at) })}</p>}
    </section>
  )
}

function Entry({ kind, reason, note, amount, balanceAfter, orderID, at, expiresAt, pending }: CreditEntry) {
  const { t, say, langOf, moneyText } = useShop()
  const day = useDay()
  return (
    <li>
      <div>
        <strong>{t(kind === 'granted' ? `credit.${reason}` : `credit.${kind}`)}</strong>
        {note && <span lang={langOf(note)}> · {say(note)}</span>}
        <small>
          <time dateTime={at}>{day(at)}</time>
          {pending && ` · ${t('credit.is_pending')}`}
          {expiresAt && ` · ${t('credit.until', { date: day(expiresAt) })}`}
          {orderID && (
            <>
              {' · '}
              <Link className="link" to={`/confirmation/${orderID}`}>
                {t('credit.order')}
              </Link>
            </>
          )}
        </small>
      </div>
      <div className="credit-amounts">
        <strong className={amount.amount > 0 ? 'credit-in' : undefined}>
          {amount.amount > 0 && '+'}
          <Price money={amount} isExact />
        </strong>
        <small>{t('credit.after', { amount: moneyText(balanceAfter) })}</small>
      </div>
    </li>
  )
}
