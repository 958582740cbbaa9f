import type { Call } from '#contract/calls.ts'
import { cleanValue } from './clean.ts'
import { fail } from './fail.ts'

/** A JSON body may be this long. */
export const maxBodyBytes = 64 * 1024

/** A call's input: body, query and path together, clean. Refuses parameters that stand twice and whatever is no JSON object. */
export async function readInput(call: Call, request: Request, inPath: Record<string, string>): Promise<unknown> {
  const query: Record<string, string> = {}
  for (const [name, value] of new URL(request.url).searchParams) {
    if (name in query) fail('input.invalid', { field: name }, name)
    query[name] = value
  }
  const body = call.method === 'GET' ? {} : await readJson(request)
  return cleanValue({ ...body, ...query, ...inPath })
}

async function readJson(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) fail('input.media_type')
  if (request.headers.get('content-encoding')) fail('input.media_type')
  const text = await readText(request, maxBodyBytes)
  let body: unknown
  try {
    body = text === '' ? {} : JSON.parse(text)
  } catch {
    fail('input.json')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) fail('input.json')
  return body as Record<string, unknown>
}

/** A request's body as text, refused as soon as it is larger than `limit` bytes: `input.too_large`. */
export async function readText(request: Request, limit: number): Promise<string> {
  const announced = request.headers.get('content-length')
  if (announced !== null && Number(announced) > limit) fail('input.too_large')
  if (announced !== null) return request.text()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > limit) fail('input.too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
