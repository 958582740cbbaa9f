import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Email } from 'postal-mime'
import PostalMime from 'postal-mime'
import type { TestShop } from './harness.ts'

/** What was mailed to an address, the oldest first, after everything that is due was worked off. */
export async function mailsTo(shop: TestShop, address: string): Promise<Email[]> {
  await shop.workOff()
  const folder = join(shop.app.config.DATA_DIR, 'outbox')
  const files = await readdir(folder).catch(() => [])
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
  const mail = (await mailsTo(shop, address)).at(-1)
  return /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1] ?? ''
}
