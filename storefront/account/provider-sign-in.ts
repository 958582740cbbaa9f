import { data, redirect } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { ErrorItem } from '#contract/errors.ts'
import type { IdentityProvider } from '#contract/identity.ts'
import { attempt, isRefusal } from '#storefront/core/data.ts'
import { openMiniProgramPage } from '#storefront/core/mini-program.ts'

export interface ProviderRedirectFailure {
  errors: ErrorItem[]
  /** Whether the mini-program's sign-in page could not be opened. */
  isStuck?: boolean
}

/** The identity provider named in a URL. Fails with status 404 for any other name. */
export function providerOf(name: string | undefined): IdentityProvider {
  if (name === 'wechat' || name === 'alipay') return name
  throw data({ code: 'not_found' }, { status: 404 })
}

/**
 * Redirects to the provider's page, or opens the mini-program's page. If the API refuses, returns its errors. If the
 * mini-program's page cannot be opened, `isStuck` is true.
 */
export async function redirectToProvider(
  api: Client,
  input: { provider: IdentityProvider; purpose: 'sign_in' | 'link'; next?: string },
) {
  const result = await attempt(api.identity.begin(input))
  if (isRefusal(result)) return data<ProviderRedirectFailure>({ errors: result.errors }, { status: 422 })
  if (result.place === 'page') throw redirect(result.url, 303)
  return data<ProviderRedirectFailure>({ errors: [], isStuck: !openMiniProgramPage(result.url) })
}

/**
 * Parses the URL of the shopper's return from a provider: `code` from WeChat's page, `auth_code` from Alipay's,
 * `js_code` from the mini-program.
 */
export function parseProviderReturn(url: URL) {
  const query = url.searchParams
  const isMiniProgram = query.has('js_code')
  const code = query.get('js_code') ?? query.get('auth_code') ?? query.get('code')
  const state = query.get('state')
  return { isBack: query.has('state'), isMiniProgram, arrival: code && state ? { code, state } : null }
}
