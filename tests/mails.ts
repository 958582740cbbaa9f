import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Email } from 'postal-mime'
import PostalMime from 'postal-mime'
import type { TestShop } from './harness.ts'

/** The source of a shop's emails: a test shop, or the data folder of a shop in another process. */
export type Outbox = TestShop | string

/** Handles all due events, then returns the emails to an address, oldest first. */
export async function mailsTo(shop: TestShop, address: string): Promise<Email[]> {
  await shop.workOff()
  return readOutbox(shop.app.config.DATA_DIR, address)
}

/** The emails to an address in a data folder's outbox, oldest first. */
export async function readOutbox(dataFolder: string, address: string): Promise<Email[]> {
  const folder = join(dataFolder, 'outbox')
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const stored = await Promise.all(
    files.map(async (name) => {
      const file = join(folder, name)
      return { at: (await stat(file, { bigint: true })).mtimeNs, mail: await PostalMime.parse(await readFile(file)) }
    }),
  )
  return stored
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .map(({ mail }) => mail)
    .filter(({ to }) => to?.some((box) => box.address?.toLowerCase() === address.toLowerCase()))
}

/** The token of the link in the newest email to an address. Empty if this email has no such link. */
export async function mailedToken(shop: TestShop, address: string): Promise<string> {
  const mail = (await mailsTo(shop, address)).at(-1)
  return /[?&]token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

/** A member's newest emailed code; empty if there is none. */
export async function mailedCode(shop: TestShop, address: string): Promise<string> {
  return (await mailsTo(shop, address)).map(codeOf).findLast(Boolean) ?? ''
}

/** The emailed codes of an address, oldest first. */
async function codesTo(outbox: Outbox, address: string): Promise<string[]> {
  const emails = typeof outbox === 'string' ? readOutbox(outbox, address) : mailsTo(outbox, address)
  return (await emails).map(codeOf).filter(Boolean)
}

/**
 * Waits until an address has received `count` emailed codes, because the shop's worker may send them later. Returns the
 * newest code.
 */
export async function awaitCode(outbox: Outbox, address: string, count = 1): Promise<string> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const codes = await codesTo(outbox, address)
    if (codes.length >= count) return codes.at(-1) ?? ''
    await wait(50)
  }
  throw new Error(`${address} got fewer than ${count} codes`)
}

/** Runs `trigger`, an action that emails a code. Returns the result of `trigger`, and the code. */
export async function codeAfter<T>(
  outbox: Outbox,
  address: string,
  trigger: () => Promise<T>,
): Promise<[T, code: string]> {
  const before = (await codesTo(outbox, address)).length
  return [await trigger(), await awaitCode(outbox, address, before + 1)]
}

/** The code in an email's subject; empty if there is none. */
const codeOf = ({ subject = '' }: Email) => /\b(\d{6})\b/.exec(subject)?.[1] ?? ''
