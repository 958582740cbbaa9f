import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { Call } from '#contract/call.ts'
import { uploadBytes } from '#contract/constants.ts'
import { limits } from '#contract/limits.ts'
import { isRecord } from '#contract/object-keys.ts'
import { fail } from '#server/platform/fail.ts'
import { normalizeValue } from '#server/platform/normalize-text.ts'

/** Maximum size of a JSON body in bytes. */
export const maxBodyBytes = 64 * 1024
/** Maximum length of a field's name in bytes. */
const longestName = 200
/** Maximum size of a form in bytes, including its pictures. */
const maxFormBytes = (pictures: number) => pictures * uploadBytes + maxBodyBytes

/**
 * Fields that may contain line breaks. `values` contains the fields of a custom form. The definition of the form
 * decides later which of these fields may keep line breaks.
 */
const severalLines: ReadonlySet<string> = new Set(['comment', 'note', 'bio', 'values'])

/**
 * Reads a call's input: body, query and path together, with normalized texts. Refuses repeated query parameters and
 * form fields, and bodies that are not JSON objects.
 */
export async function readInput(call: Call, request: Request, inPath: Record<string, string>): Promise<unknown> {
  // Staff input may contain line breaks everywhere, for example in articles.
  const lines = call.access === 'staff' ? 'everywhere' : severalLines
  const query = eachOnce(new URL(request.url).searchParams)
  if (call.takesFile) {
    const { file, ...words } = eachOnce(await readFormInParts(request))
    // `normalizeValue` returns an object for an object, so the cast is safe.
    return { ...(normalizeValue({ ...words, ...query, ...inPath }, lines) as object), ...(file && { file }) }
  }
  const body = call.method === 'GET' ? {} : await readJson(request)
  return normalizeValue({ ...body, ...query, ...inPath }, lines)
}

function eachOnce<Value>(pairs: Iterable<[string, Value]>): Record<string, Value> {
  const values: Record<string, Value> = {}
  for (const [name, value] of pairs) {
    if (name in values) fail('input.invalid', { field: name }, name)
    values[name] = value
  }
  return values
}

/**
 * Reads a multipart form as it arrives, so that a large form does not block the event loop. Fails with
 * `input.media_type` if the body is not multipart or a part is unreadable. Fails with `input.too_large` if the form has
 * more bytes, fields or files than a form with this number of pictures may have.
 */
export async function readFormInParts(request: Request, pictures = 1): Promise<FormData> {
  const type = request.headers.get('content-type') ?? ''
  if (!hasParts(request) || request.headers.get('content-encoding')) fail('input.media_type')
  if (Number(request.headers.get('content-length') ?? 0) > maxFormBytes(pictures)) fail('input.too_large')
  const form = new FormData()
  const parser = openParser(type, pictures)
  const delimiters = countDelimiters(type)
  let problem: 'input.media_type' | 'input.too_large' | undefined
  const refuse = () => {
    problem ??= 'input.too_large'
  }
  // A part without a name is not stored. The form is then refused below, because it has fewer parts than its delimiters
  // indicate.
  const keep = (name: string | undefined, value: string | File) => name !== undefined && form.append(name, value)
  let words = 0
  parser.on('field', (name: string | undefined, value, isNameCut, isValueCut) => {
    words += (name ?? '').length + value.length
    if (isNameCut || isValueCut || words > maxBodyBytes) refuse()
    keep(name, value)
  })
  parser.on('file', (name: string | undefined, stream, fileName, _encoding, type) => {
    const chunks: Buffer<ArrayBuffer>[] = []
    stream.on('data', (chunk) => chunks.push(chunk))
    stream.on('error', () => {})
    stream.on('end', () => keep(name, new File(chunks, fileName, { type })))
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, refuse)
  const isRead = finished(parser).catch(() => {
    problem ??= 'input.media_type'
  })
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > maxFormBytes(pictures)) refuse()
    if (problem) break
    delimiters.see(chunk)
    if (!parser.write(chunk)) await Promise.race([once(parser, 'drain'), isRead])
  }
  if (problem) parser.destroy()
  else parser.end()
  await isRead
  if (problem) fail(problem)
  // The parser skips parts that it cannot read. So this check compares the number of parts with the number of
  // delimiters. A complete form has a delimiter before each part, and one more delimiter at the end.
  if (delimiters.seen() !== [...form].length + 1) fail('input.media_type')
  return form
}

/** Counts the delimiters of a multipart form in its stream. A delimiter may span two chunks. */
function countDelimiters(type: string) {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;]*))/i.exec(type) ?? []
  const delimiter = Buffer.from(`\r\n--${quoted ?? plain}`)
  let count = 0
  // Only the first delimiter has no line break before it. So the search starts as if the stream began with a line
  // break.
  let rest = Buffer.from('\r\n')
  return {
    seen: () => count,
    see(chunk: Uint8Array) {
      const bytes = Buffer.concat([rest, chunk])
      let after = 0
      for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, after)) {
        count++
        after = at + delimiter.length
      }
      rest = bytes.subarray(Math.max(after, bytes.length - delimiter.length + 1))
    },
  }
}

function openParser(type: string, pictures: number) {
  const most = { parts: limits.formFields, files: pictures, fieldSize: maxBodyBytes, fieldNameSize: longestName }
  try {
    return new Busboy({ headers: { 'content-type': type }, limits: most })
  } catch {
    return fail('input.media_type')
  }
}

/** Reads a URL-encoded form as text. Fails with `input.too_large` if it has too many bytes or fields. */
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
  return isRecord(body) ? body : fail('input.json')
}

export const hasParts = ({ headers }: Request) => /^multipart\/form-data\s*;/i.test(headers.get('content-type') ?? '')

/** Reads a request's body. Fails with `input.too_large` as soon as it exceeds `limit` bytes. */
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

/** Reads a request's body as text. Fails with `input.too_large` as soon as it exceeds `limit` bytes. */
export async function readText(request: Request, limit: number): Promise<string> {
  const announced = request.headers.get('content-length')
  if (announced !== null && Number(announced) > limit) fail('input.too_large')
  if (announced !== null) return request.text()
  return (await readBytes(request, limit)).toString('utf8')
}
