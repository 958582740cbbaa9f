import type { Client } from '#contract/client.ts'
import type { IdentityProvider } from '#contract/identity.ts'
import type { TestShop } from './harness.ts'
import { awaitCode, mailedCode } from './mails.ts'

/** Where the emails of a shop are: the shop of the test, or the data folder of a shop in another process. */
type Outbox = TestShop | string
type Details = Parameters<Client['account']['register']>[0]
type WalletDetails = Parameters<Client['wechat']['register']>[0]

const codeFor = (outbox: Outbox, email: string) =>
  typeof outbox === 'string' ? awaitCode(outbox, email) : mailedCode(outbox, email)

/** Registers as a shopper does: with the form, then with the code from the email. Answers the sign-in. */
export async function registerMember(outbox: Outbox, { api }: { api: Client }, details: Details) {
  const { registration } = await api.account.register(details)
  return api.account.confirmRegistration({ registration, code: await codeFor(outbox, details.email) })
}

/** The same for a visitor who has just shown the identity of a wallet. */
export async function registerWallet(
  outbox: Outbox,
  { api }: { api: Client },
  provider: IdentityProvider,
  details: WalletDetails,
) {
  const { registration } = await api[provider].register(details)
  return api.account.confirmRegistration({ registration, code: await codeFor(outbox, details.email) })
}
