import { useEffect, useState } from 'react'
import type { Client } from '#contract/client.ts'
import { localesFrom, toLang } from '#contract/languages.ts'
import { useShop } from '#storefront/core/shop.ts'
import { UserSection } from '#storefront/user/user-page.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { QrSquares } from '#ui/qr-squares.tsx'
import './referral.css'

export type Overview = Awaited<ReturnType<Client['referral']['overview']>>

/** The member's link as a URL, as a QR code, and as a text to share in either language. */
export function ReferralLink({ overview: { link, group, shareText } }: { overview: Overview }) {
  const { t, say, locale } = useShop()
  const languages = localesFrom(locale)
  return (
    <UserSection title={t('referral.link')} text={t('referral.link_terms', { name: say(group.name) })}>
      <div className="referral-link">
        <figure className="referral-code" role="img" aria-label={t('referral.qr')}>
          <QrSquares text={link} />
        </figure>
        <div className="referral-ways">
          <label className="referral-address">
            <span className="visually-hidden">{t('referral.link')}</span>
            <input readOnly value={link} onFocus={({ currentTarget }) => currentTarget.select()} />
          </label>
          <div className="user-actions">
            <CopyButton text={link} label={t('referral.copy_link')} className="button" />
            <ShareButton text={say(shareText)} />
          </div>
        </div>
      </div>
      {languages.map((language) => (
        <div key={language} className="referral-text">
          <h3>{t(`referral.share_${language}`)}</h3>
          <p lang={toLang(language)}>{shareText[language]}</p>
          <CopyButton text={shareText[language]} label={t('referral.copy_text')} className="button button-quiet" />
        </div>
      ))}
    </UserSection>
  )
}

/** Opens the system's share sheet. Renders nothing if the browser has none. */
function ShareButton({ text }: { text: string }) {
  const { t } = useShop()
  const [canShare, setCanShare] = useState(false)
  useEffect(() => setCanShare(typeof navigator.share === 'function'), [])
  if (!canShare) return null
  return (
    <button
      type="button"
      className="button button-quiet"
      // Closing the system's sheet rejects the promise, which is not an error.
      onClick={() => navigator.share({ text }).catch(() => undefined)}
    >
      <Icon name="share" />
      {t('store.share_system')}
    </button>
  )
}
