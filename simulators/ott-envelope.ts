import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'

/**
 * Puts values into OTT Pay's envelope: the encrypted `data` and the digest `md5`. Shares no code with the shop, so that
 * the shop's implementation and this one check each other.
 */
export function wrap(values: Record<string, string>, signKey: string): { data: string; md5: string } {
  const md5 = upperMd5(joinValues(values))
  const cipher = createCipheriv('aes-128-ecb', keyOf(md5, signKey), Buffer.alloc(0))
  return { data: cipher.update(JSON.stringify(values), 'utf8', 'base64') + cipher.final('base64'), md5 }
}

/** Decrypts an envelope and returns its values. Throws if the envelope was not made with `signKey`. */
export function unwrap({ data, md5 }: { data: string; md5: string }, signKey: string): Record<string, string> {
  const decipher = createDecipheriv('aes-128-ecb', keyOf(md5, signKey), Buffer.alloc(0))
  const values: Record<string, string> = JSON.parse(decipher.update(data, 'base64', 'utf8') + decipher.final('utf8'))
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== 'string') throw new Error(`${name} must travel as a text`)
  }
  if (upperMd5(joinValues(values)) !== md5) throw new Error('the digest does not fit')
  return values
}

function joinValues(values: Record<string, string>): string {
  let text = ''
  for (const name of Object.keys(values).sort()) text += values[name]
  return text
}

const keyOf = (md5: string, signKey: string) => upperMd5(`${md5}${signKey}`).substring(8, 24)
const upperMd5 = (text: string) => createHash('md5').update(text, 'utf8').digest('hex').toUpperCase()
