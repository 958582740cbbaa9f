import type { Call } from '#contract/calls.ts'
import { fileCalls } from '#contract/calls.ts'
import { uploadBytes } from '#contract/constants.ts'
import { limits } from '#contract/limits.ts'
import { cleanValue } from './clean.ts'
import { fail } from './fail.ts'

/** A JSON body may be this long. */
export const maxBodyBytes = 64 * 1024
/** Names and types of a part, in bytes. */
const longestPartHead = 1024
/** A form with pictures: they, and the words around them. */
const maxFormBytes = (pictures: number) => pictures * uploadBytes + maxBodyBytes

/** Fields in which shoppers write several lines; `values`: a form's own, whose kinds only the form knows. */
const severalLines: ReadonlySet<string> = new Set(['comment', 'note', 'bio', 'values'])

/** A call's input: body, query and path together, clean. Refuses parameters that stand twice and whatever is no JSON object. */
export async function readInput(call: Call, request: Request, inPath: Record<string, string>): Promise<unknown> {
  // Staff write articles and pages.
  const lines = call.access === 'staff' ? 'everywhere' : severalLines
  const query: Record<string, string> = {}
  for (const [name, value] of new URL(request.url).searchParams) {
    if (name in query) fail('input.invalid', { field: name }, name)
    query[name] = value
  }
  if (fileCalls.has(call.name)) {
    const { file, ...words } = await readParts(request)
    return { ...(cleanValue({ ...words, ...query, ...inPath }, lines) as object), ...(file && { file }) }
  }
  const body = call.method === 'GET' ? {} : await readJson(request)
  return cleanValue({ ...body, ...query, ...inPath }, lines)
}

/** A form in parts, one of which may be a `file`. Refuses whatever is none, and what is larger than a picture may be. */
async function readParts(request: Request): Promise<Record<string, unknown> & { file?: File }> {
  const bytes = await readFormInParts(request)
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const form = await new Response(bytes, { headers }).formData().catch(() => fail('input.media_type'))
  return Object.fromEntries(form)
}

/**
 * The bytes of a form in parts: `input.media_type` for anything else, `input.too_large` beyond what so many pictures need.
 * The number of parts is checked before the form is parsed: a parser takes seconds for megabytes of tiny parts.
 */
export async function readFormInParts(request: Request, pictures = 1): Promise<Uint8Array<ArrayBuffer>> {
  const boundary = /;\s*boundary=("?)([^";]{1,70})\1\s*(;|$)/i.exec(request.headers.get('content-type') ?? '')?.[2]
  if (!hasParts(request) || !boundary || request.headers.get('content-encoding')) fail('input.media_type')
  const bytes = await readBytes(request, maxFormBytes(pictures))
  checkParts(bytes, boundary, pictures)
  return bytes
}

/** Refuses more parts, files or words than the form has: `input.too_large`. */
function checkParts(bytes: Buffer, boundary: string, pictures: number) {
  let [fields, files, words] = [0, 0, 0]
  for (let [start, end] = [0, 0]; ; start = end) {
    end = bytes.indexOf(`\r\n--${boundary}`, start + 1)
    if (end < 0) return
    const head = bytes.subarray(start, Math.min(end, start + longestPartHead)).toString('latin1')
    const headEnd = head.indexOf('\r\n\r\n')
    if (headEnd < 0) fail('input.media_type')
    if (/;\s*filename\*?=/i.test(head.slice(0, headEnd))) files++
    else words += end - start
    if (++fields > limits.formFields || files > pictures || words > maxBodyBytes) fail('input.too_large')
  }
}

/** An encoded form as text; refuses too many fields: `input.too_large`. */
export async function readEncodedForm(request: Request): Promise<string> {
  const text = await readText(request, maxBodyBytes)
  let fields = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    if (++fields > limits.formFields) fail('input.too_large')
  }
  return text
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

export const hasParts = ({ headers }: Request) => /^multipart\/form-data\s*;/i.test(headers.get('content-type') ?? '')

/** A request's body, refused as soon as it is larger than `limit` bytes: `input.too_large`. */
async function readBytes(request: Request, limit: number): Promise<Buffer<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) fail('input.too_large')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > limit) fail('input.too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A request's body as text, refused as soon as it is larger than `limit` bytes: `input.too_large`. */
export async function readText(request: Request, limit: number): Promise<string> {
  const announced = request.headers.get('content-length')
  if (announced !== null && Number(announced) > limit) fail('input.too_large')
  if (announced !== null) return request.text()
  return (await readBytes(request, limit)).toString('utf8')
}
