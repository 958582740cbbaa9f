import { createHash } from 'node:crypto'

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

/** What a provider answered, whatever its status; or why nothing can be made of it. `mayRepeat`: asking again does no harm to a question. */
export type Answer =
  | { kind: 'answered'; status: number; headers: Record<string, string>; text: string }
  | { kind: 'broken'; answer: string; mayRepeat: boolean }

interface Question {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | URLSearchParams
  timeoutMs: number
}

/** Asks a provider over HTTP. Never throws, follows no redirect, reads at most a megabyte; 5xx is no answer. */
export async function ask(url: string, { method = 'POST', headers = {}, body, timeoutMs }: Question): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method,
      headers: { Accept: 'application/json', ...headers },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const { status } = response
    if (status >= 500 || (status >= 300 && status < 400)) {
      await response.body?.cancel()
      return { kind: 'broken', answer: `HTTP ${status}`, mayRepeat: status >= 500 }
    }
    return {
      kind: 'answered',
      status,
      headers: Object.fromEntries(response.headers),
      text: await readLimited(response),
    }
  } catch (error) {
    const timedOut = (error as Error).name === 'TimeoutError'
    return { kind: 'broken', answer: timedOut ? 'timeout' : 'connection', mayRepeat: !timedOut }
  }
}

/** The same, and once more where that does no harm: for questions alone, never for what moves money. */
export async function askAgain(url: string, question: Question): Promise<Answer> {
  const answer = await ask(url, question)
  return answer.kind === 'broken' && answer.mayRepeat ? ask(url, question) : answer
}

/** The beginning of a text, whole characters only. */
export function cut(text: string, most: number): string {
  let result = ''
  for (const char of text) {
    if (result.length + char.length > most) break
    result += char
  }
  return result
}

/** A reference of ours, as it may come back in an answer. */
export const referenceOf = (value: unknown) => (typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : null)

/** A short text of an answer, or nothing. */
export const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 100) : null)

/** Whole minor units, however they are written; null for anything else. */
export function centsOf(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^\d{1,12}$/.test(text) ? Number(text) : null
}

/** The members of a JSON object, or nothing. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** What makes two notifications the same one. */
export const eventKeyOf = (...facts: unknown[]) =>
  createHash('sha256').update(facts.map(String).join('\n')).digest('hex').slice(0, 40)
