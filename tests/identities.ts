import type { IdentityProvider } from '#contract/identity.ts'
import type { Simulator } from '#simulators/frame/simulator.ts'
import { identityRows } from '#simulators/identity-rows.ts'
import type { TestShop, Visitor } from './harness.ts'
import { openTestShop } from './harness.ts'
import { registerWallet } from './registration.ts'

/** A provider's redirect to the shop: its path and the values in its query. */
export interface CallbackParameters {
  path: string
  code: string
  state: string
}

/** Sets up a shop with simulators of WeChat's and Alipay's sign-in. */
export async function openShopWithIdentities(env: Record<string, string> = {}) {
  const accounts: Record<string, string> = Object.assign({}, ...identityRows.map(({ account }) => account?.()))
  const started = await Promise.all(identityRows.map((row) => row.start(accounts, 0)))
  const [weChat, alipay] = started as [Simulator, Simulator]
  const urls = { WECHAT_URL: weChat.url, ALIPAY_URL: `${alipay.url}/gateway.do` }
  const shop: TestShop = await openTestShop({ ...accounts, ...urls, PROVIDER_TIMEOUT_MS: '400', ...env })
  const urlByProvider = { wechat: weChat.url, alipay: alipay.url }
  return {
    shop,
    /** Makes the provider's simulator cause a fault in its next response, or in its next response to `method`. */
    async sendCommand(provider: IdentityProvider, action: string, method?: string) {
      const body = JSON.stringify({ action, ...(method && { method }) })
      await fetch(`${urlByProvider[provider]}/control/*`, { method: 'POST', body })
    },
    /** The paths of all requests that the provider has received. */
    async requestedPaths(provider: IdentityProvider): Promise<string[]> {
      const all = (await (await fetch(`${urlByProvider[provider]}/control/transcript`)).json()) as { target: string }[]
      return all.map(({ target }) => target.split('?')[0] ?? '')
    },
    /** The code that `wx.login` gives this person. */
    async weChatLogin(person: string): Promise<string> {
      const body = JSON.stringify({ person })
      const response = await fetch(`${weChat.url}/wx.login`, { method: 'POST', body })
      return ((await response.json()) as { code: string }).code
    },
    async close() {
      await shop.close()
      await Promise.all(started.map((simulator) => simulator.close()))
    },
  }
}

/** Consents on a provider's page as this person. If the provider does not know the person, `code` is empty. */
export async function approveConsent(page: string, person: string): Promise<CallbackParameters> {
  const url = new URL(page)
  url.searchParams.set('person', person)
  const response = await fetch(url, { method: 'POST', redirect: 'manual' })
  const back = new URL(response.headers.get('location') ?? 'http://nowhere')
  const code = back.searchParams.get('code') ?? back.searchParams.get('auth_code') ?? ''
  return { path: back.pathname, code, state: back.searchParams.get('state') ?? '' }
}

/** Consents on a provider's page as this person. Returns the values that the provider adds to its redirect. */
export async function authorize(
  visitor: Visitor,
  person: string,
  { provider = 'wechat', purpose = 'sign_in' }: { provider?: IdentityProvider; purpose?: 'sign_in' | 'link' } = {},
): Promise<{ code: string; state: string }> {
  const { url } = await visitor.api.identity.begin({ provider, purpose })
  const { code, state } = await approveConsent(url, person)
  return { code, state }
}

/** Signs in as this person, with a new account if none exists. */
export async function signInAs(
  shop: TestShop,
  visitor: Visitor,
  person: string,
  email: string,
  provider: IdentityProvider = 'wechat',
) {
  const result = await visitor.api[provider].signIn(await authorize(visitor, person, { provider }))
  return result.signedIn ?? registerWallet(shop, visitor, provider, { name: person, email })
}
