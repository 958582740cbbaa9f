const maxAnswerBytes = 1024 * 1024

/** An outsider's answer as text; empty when it is larger than any of its answers has reason to be. */
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

/** What an outsider answered, whatever its status; or why nothing can be made of it. `mayRepeat`: asking again does no harm to a question. */
export type Answer =
  | { kind: 'answered'; status: number; headers: Record<string, string>; text: string }
  | { kind: 'broken'; answer: string; mayRepeat: boolean }

interface Question {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | URLSearchParams
  timeoutMs: number
}

/** Asks somebody outside over HTTP. Never throws, follows no redirect, reads at most a megabyte; 5xx is no answer. */
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

/** A short text of an answer, or nothing. */
export const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 100) : null)

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
