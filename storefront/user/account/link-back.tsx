import { Link, redirect } from 'react-router'
import type { Client } from '#contract/client.ts'
import { parseProviderReturn, providerOf } from '#storefront/account/provider-sign-in.ts'
import type { Page } from '#storefront/core/data.ts'
import { attempt, inBrowser, isRefusal, onServer } from '#storefront/core/data.ts'
import { forMember } from '#storefront/core/member.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { UserPage } from '#storefront/user/user-page.tsx'
import type { Route } from './+types/link-back'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ t }) => ({ title: t('identity.linked_title'), isPrivate: true }))

/**
 * Handles the return from an identity provider. Redirects to `/user/linked` if the identity was linked, or if another
 * account has this identity, because `/user/linked` offers to merge the accounts. Returns all other errors. The list of
 * errors is empty if the member cancelled.
 */
const load = async (api: Client, { url, params }: Page) => {
  const provider = providerOf(params.provider)
  const { arrival, isBack } = parseProviderReturn(url)
  if (!arrival && !isBack) throw redirect('/user/linked')
  if (!arrival) return { errors: [] }
  const result = await forMember(new URL('/user/linked', url), attempt(api[provider].link(arrival)))
  if (!isRefusal(result)) throw redirect(`/user/linked?done=${provider}`, 303)
  if (result.errors.some(({ code }) => code === 'identity.taken')) throw redirect('/user/linked', 303)
  return { errors: result.errors }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** The page after a return from an identity provider, if linking was cancelled or failed. */
export default function LinkBack({ loaderData: { errors } }: Route.ComponentProps) {
  const { t } = useShop()
  return (
    <UserPage title={t('identity.linked_title')} parent={{ path: '/user/linked', title: t('identity.linked_title') }}>
      <p className="alert" role="alert">
        {errors[0]?.message ?? t('identity.cancelled')}
      </p>
      <p>
        <Link className="button" to="/user/linked">
          {t('identity.linked_title')}
        </Link>
      </p>
    </UserPage>
  )
}
