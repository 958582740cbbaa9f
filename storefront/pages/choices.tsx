import { useSyncExternalStore } from 'react'
import { toLang } from '#contract/languages.ts'
import { ConsentButtons } from '#storefront/core/analytics/analytics.tsx'
import { consentVersion, declinesTracking, onConsent, readConsent } from '#storefront/core/analytics/consent.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import type { Route } from './+types/choices'
import './page.css'
import './content-page.css'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ t }) => ({ title: t('consent.page_title'), description: t('consent.text'), isPrivate: true }))

/**
 * The privacy page. Explains what the shop counts and stores in the browser, and lets the visitor change the consent.
 */
export default function PrivacyChoices() {
  const { app, t } = useShop()
  const countsVisits = app.appDetail.analytics !== 'none'
  return (
    <article className="wrap content-page running">
      <h1>{t('consent.page_title')}</h1>
      <p>{t(countsVisits ? 'consent.page_text' : 'consent.page_nothing')}</p>
      {countsVisits && <ConsentChoice />}
      <h2>{t('consent.needed_title')}</h2>
      <p>{t('consent.needed_text')}</p>
      <ul className="content-list">
        <li>{t('consent.needed_session')}</li>
        <li>{t('consent.needed_referral')}</li>
        <li>{t('consent.needed_choices')}</li>
        <li>{t('consent.needed_device')}</li>
      </ul>
    </article>
  )
}

function ConsentChoice() {
  const { t } = useShop()
  return (
    <>
      <ul className="content-list">
        <li>{t('consent.counts_what')}</li>
        <li>{t('consent.counts_not')}</li>
        <li>{t('consent.counts_where')}</li>
      </ul>
      <p className="alert alert-calm" role="status">
        <ConsentState />
      </p>
      <ConsentButtons />
    </>
  )
}

/** Shows whether the visitor has consented. Only the browser stores this choice. */
function ConsentState() {
  const { t, locale } = useShop()
  const state = useSyncExternalStore(onConsent, readState, () => 'unread')
  if (state === 'unread') return t('consent.answer_unread')
  if (state === 'declined') return t('consent.answer_declined')
  const consent = readConsent()
  if (!consent) return t('consent.answer_none')
  const day = new Intl.DateTimeFormat(toLang(locale), { dateStyle: 'long' })
  const values = { date: day.format(consent.at), version: consentVersion }
  return t(consent.isGiven ? 'consent.answer_yes' : 'consent.answer_no', values)
}

const readState = () => (declinesTracking() ? 'declined' : `${readConsent()?.isGiven} ${readConsent()?.at.getTime()}`)
