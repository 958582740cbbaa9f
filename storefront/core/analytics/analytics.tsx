import { useEffect, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { useShop } from '#storefront/core/shop.ts'
import { adapters } from './adapters.ts'
import { declinesTracking, giveConsent, onConsent, readConsent } from './consent.ts'
import { isCounted } from './purchases.ts'
import type { ShopEvent } from './tell.ts'
import { listen, tell } from './tell.ts'
import './consent.css'

/**
 * Asks once for consent and forwards events after consent. Drops events published before consent. The browser downloads
 * this component only if the shop counts visits.
 */
export default function Analytics() {
  const { app } = useShop()
  const answer = useAnswer()
  const { pathname } = useLocation()
  const { analytics } = app.appDetail
  useEffect(() => {
    const send = answer === 'yes' ? adapters[analytics] : null
    listen(send && ((event) => isNews(event) && send(event)))
  }, [answer, analytics])
  // The effect must depend only on the path. Otherwise a later consent would count another visit.
  useEffect(() => tell({ name: 'page_viewed', path: pathname }), [pathname])
  const isAnswered = answer !== 'none' || pathname === choicesPath
  return isAnswered ? null : <ConsentBanner />
}

const choicesPath = '/privacy-choices'

const isNews = (event: ShopEvent) => event.name !== 'purchased' || !isCounted(event.orderId)

function useAnswer(): 'yes' | 'no' | 'none' {
  return useSyncExternalStore(onConsent, () => {
    if (declinesTracking()) return 'no'
    const consent = readConsent()
    return consent ? (consent.isGiven ? 'yes' : 'no') : 'none'
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
      <button type="button" className="button button-quiet" onClick={() => giveConsent(false)}>
        {t('consent.refuse')}
      </button>
      <button type="button" className="button button-quiet" onClick={() => giveConsent(true)}>
        {t('consent.accept')}
      </button>
    </div>
  )
}
