const maxAnswerBytes = 1024 * 1024

/** A provider's answer as text; empty when it is larger than any of its answers has reason to be. */
export async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxAnswerBytes) return ''
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Only addresses that a browser may be sent to; without TLS only where the provider itself has none. */
export function isPageAddress(url: unknown, providerUrl: string): url is string {
  if (typeof url !== 'string' || !URL.canParse(url)) return false
  const { protocol } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && providerUrl.startsWith('http:'))
}
