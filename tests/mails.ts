import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Email } from 'postal-mime'
import PostalMime from 'postal-mime'
import type { TestShop } from './harness.ts'

/** Where the emails of a shop are: the shop of the test, or the data folder of a shop in another process. */
export type Outbox = TestShop | string

/** What was mailed to an address, the oldest first, after everything that is due was worked off. */
export async function mailsTo(shop: TestShop, address: string): Promise<Email[]> {
  await shop.workOff()
  return readOutbox(shop.app.config.DATA_DIR, address)
}

/** The emails to an address in the outbox of a data folder, the oldest first. */
export async function readOutbox(dataFolder: string, address: string): Promise<Email[]> {
  const folder = join(dataFolder, 'outbox')
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const written = await Promise.all(
    files.map(async (name) => {
      const file = join(folder, name)
      return { at: (await stat(file, { bigint: true })).mtimeNs, mail: await PostalMime.parse(await readFile(file)) }
    }),
  )
  return written
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .map(({ mail }) => mail)
    .filter(({ to }) => to?.some((box) => box.address?.toLowerCase() === address.toLowerCase()))
}

/** The token of the newest link in a member's mail; empty where none was mailed. */
export async function mailedToken(shop: TestShop, address: string): Promise<string> {
  const mail = (await mailsTo(shop, address)).at(-1)
  return /[?&]token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

/** The code of the newest mail to a member; empty where none was mailed. */
export async function mailedCode(shop: TestShop, address: string): Promise<string> {
  return (await mailsTo(shop, address)).map(codeOf).findLast(Boolean) ?? ''
}

/** The codes that were emailed to an address, the oldest first. */
async function codesTo(outbox: Outbox, address: string): Promise<string[]> {
  const emails = typeof outbox === 'string' ? readOutbox(outbox, address) : mailsTo(outbox, address)
  return (await emails).map(codeOf).filter(Boolean)
}

/** The newest code that is emailed to an address, once it got `count` of them. Another worker may be sending it. */
export async function awaitCode(outbox: Outbox, address: string, count = 1): Promise<string> {
  for (let tries = 0; tries < 600; tries++) {
    const codes = await codesTo(outbox, address)
    if (codes.length >= count) return codes.at(-1) ?? ''
    await wait(50)
  }
  throw new Error(`${address} got fewer than ${count} codes`)
}

/** Does what asks for a code, and answers the code that is emailed for it. */
export async function codeAfter<T>(outbox: Outbox, address: string, ask: () => Promise<T>): Promise<[T, code: string]> {
  const before = (await codesTo(outbox, address)).length
  return [await ask(), await awaitCode(outbox, address, before + 1)]
}

/** An email with a code has it in its subject. */
const codeOf = ({ subject = '' }: Email) => /\b(\d{6})\b/.exec(subject)?.[1] ?? ''
