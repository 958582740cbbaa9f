import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { IdentityProvider } from '#contract/identity.ts'
import { signsInElsewhere } from '#contract/languages.ts'
import { useReloadWhenRestored } from '#storefront/core/client-state/use-reload-when-restored.ts'
import { useShop } from '#storefront/core/shop.ts'
import { ProviderMark } from './provider-mark.tsx'
import './account.css'

interface ProviderButtonsProps {
  providers: IdentityProvider[]
  next: string | null
  /** The form that needs no identity provider. */
  children: ReactNode
}

/**
 * A form, and a button for each identity provider that works in this browser. The buttons come first in languages whose
 * readers usually use them. The page reloads when the visitor comes back from the provider's page, because the browser
 * may restore it with its forms still in the submitting state.
 */
export function ProviderButtons({ providers, next, children }: ProviderButtonsProps) {
  const { t, locale } = useShop()
  useReloadWhenRestored()
  if (providers.length === 0) return children
  const isFirst = signsInElsewhere[locale]
  const separator = <p className="other-ways-or">{t('identity.or')}</p>
  return (
    <>
      {!isFirst && children}
      <div className={isFirst ? 'other-ways other-ways-first' : 'other-ways'}>
        {!isFirst && separator}
        {providers.map((provider) => (
          <Form key={provider} method="post" action={`/account/with/${provider}?form=begin`}>
            <input type="hidden" name="intent" value="begin" />
            {next && <input type="hidden" name="next" value={next} />}
            <button type="submit" className={`button button-quiet button-wide button-${provider}`}>
              <ProviderMark provider={provider} />
              {t('identity.continue_with', { provider: t(`identity.${provider}`) })}
            </button>
          </Form>
        ))}
        {isFirst && separator}
      </div>
      {isFirst && children}
    </>
  )
}
