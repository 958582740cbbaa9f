import { data, redirect } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { ErrorItem } from '#contract/errors.ts'
import type { IdentityProvider } from '#contract/identity.ts'
import { attempt, isRefusal } from '#storefront/core/data.ts'
import { openMiniProgramPage } from '#storefront/core/mini-program.ts'

export interface SetOut {
  errors: ErrorItem[]
  /** Whether the mini-program's page could not be opened. */
  isStuck?: boolean
}

/** The identity provider named in a URL. Fails with status 404 for any other name. */
export function providerOf(named: string | undefined): IdentityProvider {
  if (named === 'wechat' || named === 'alipay') return named
  throw data({ code: 'not_found' }, { status: 404 })
}

/**
 * Redirects to the provider's page, or opens the mini-program's page. If the API refuses, returns its errors. If the
 * mini-program's page cannot be opened, `isStuck` is true.
 */
export async function setOut(
  api: Client,
  wish: { provider: IdentityProvider; purpose: 'sign_in' | 'link'; next?: string },
) {
  const answer = await attempt(api.identity.begin(wish))
  if (isRefusal(answer)) return data<SetOut>({ errors: answer.errors }, { status: 422 })
  if (answer.place === 'page') throw redirect(answer.url, 303)
  return data<SetOut>({ errors: [], isStuck: !openMiniProgramPage(answer.url) })
}

/**
 * Parses the URL with which the shopper returns from a provider: `code` from WeChat's page, `auth_code` from Alipay's,
 * `js_code` from the mini-program.
 */
export function readReturn(url: URL) {
  const query = url.searchParams
  const isMiniProgram = query.has('js_code')
  const code = query.get('js_code') ?? query.get('auth_code') ?? query.get('code')
  const state = query.get('state')
  return { isBack: query.has('state'), isMiniProgram, arrival: code && state ? { code, state } : null }
}
