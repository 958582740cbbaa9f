import { Form } from 'react-router'
import type { IdentityProvider } from '#contract/identity.ts'
import { useReloadWhenRestored } from '#storefront/core/client-state/use-reload-when-restored.ts'
import { useShop } from '#storefront/core/shop.ts'
import { ProviderMark } from './provider-mark.tsx'
import './account.css'

interface ProviderButtonsProps {
  providers: IdentityProvider[]
  next: string | null
}

/**
 * A button for each identity provider that works in this browser. If the visitor goes back from the provider's page,
 * the browser may restore this page with forms that are still being sent. So this page then reloads.
 */
export function ProviderButtons({ providers, next }: ProviderButtonsProps) {
  const { t } = useShop()
  useReloadWhenRestored()
  if (providers.length === 0) return null
  return (
    <div className="other-ways">
      <p className="other-ways-or">{t('identity.or')}</p>
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
    </div>
  )
}
