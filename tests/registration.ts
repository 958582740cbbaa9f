import type { Client } from '#contract/client.ts'
import type { IdentityProvider } from '#contract/identity.ts'
import type { Outbox } from './mails.ts'
import { codeAfter } from './mails.ts'

type Details = Parameters<Client['account']['register']>[0]
type WalletDetails = Parameters<Client['wechat']['register']>[0]

/**
 * Registers like a shopper, with the form and then the emailed code. Returns the response, which signs the visitor in.
 */
export async function registerMember(outbox: Outbox, { api }: { api: Client }, details: Details) {
  const [{ registration }, code] = await codeAfter(outbox, details.email, () => api.account.register(details))
  return api.account.confirmRegistration({ registration, code })
}

/** Registers a visitor who has just proven a wallet identity, as `registerMember` does. */
export async function registerWallet(
  outbox: Outbox,
  { api }: { api: Client },
  provider: IdentityProvider,
  details: WalletDetails,
) {
  const [{ registration }, code] = await codeAfter(outbox, details.email, () => api[provider].register(details))
  return api.account.confirmRegistration({ registration, code })
}
