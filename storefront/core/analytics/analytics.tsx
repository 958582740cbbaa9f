import { useEffect, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { useShop } from '#storefront/core/shop.ts'
import { adapters } from './adapters.ts'
import { declinesTracking, onConsent, readConsent, saveConsent } from './consent.ts'
import type { ShopEvent } from './events.ts'
import { setEventListener, trackEvent } from './events.ts'
import { wasAlreadyCounted } from './purchases.ts'
import './consent.css'

/**
 * Asks once for consent and forwards events after consent. Drops events published before consent. The browser downloads
 * this component only if the shop counts visits.
 */
export default function Analytics() {
  const { app } = useShop()
  const answer = useConsentAnswer()
  const { pathname } = useLocation()
  const { analytics } = app.appDetail
  useEffect(() => {
    const send = answer === 'yes' ? adapters[analytics] : null
    setEventListener(send && ((event) => isUncounted(event) && send(event)))
  }, [answer, analytics])
  // The effect must depend only on the path. Otherwise a later consent would count another visit.
  useEffect(() => trackEvent({ name: 'page_viewed', path: pathname }), [pathname])
  const isAnswered = answer !== 'none' || pathname === choicesPath
  return isAnswered ? null : <ConsentBanner />
}

const choicesPath = '/privacy-choices'

const isUncounted = (event: ShopEvent) => event.name !== 'purchased' || !wasAlreadyCounted(event.orderId)

function useConsentAnswer(): 'yes' | 'no' | 'none' {
  return useSyncExternalStore(onConsent, () => {
    if (declinesTracking()) return 'no'
    const consent = readConsent()
    if (!consent) return 'none'
    return consent.isGiven ? 'yes' : 'no'
  })
}

/**
 * Asks for consent, at the bottom of the screen. In keyboard order, the banner follows the skip link. The shop works
 * the same without an answer.
 */
function ConsentBanner() {
  const { t } = useShop()
  return (
    <section className="consent" aria-labelledby="consent-title">
      <h2 id="consent-title">{t('consent.title')}</h2>
      <p>
        {t('consent.text')}{' '}
        <Link to={choicesPath} className="link">
          {t('consent.more')}
        </Link>
      </p>
      <ConsentButtons />
    </section>
  )
}

/** The buttons to give or refuse consent. Both have the same size and colour, and take one tap. */
export function ConsentButtons() {
  const { t } = useShop()
  return (
    <div className="consent-answers">
      <button type="button" className="button button-quiet" onClick={() => saveConsent({ isGiven: false })}>
        {t('consent.refuse')}
      </button>
      <button type="button" className="button button-quiet" onClick={() => saveConsent({ isGiven: true })}>
        {t('consent.accept')}
      </button>
    </div>
  )
}
