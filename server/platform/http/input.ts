import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { Call } from '#contract/call.ts'
import { maxUploadBytes } from '#contract/constants.ts'
import { limits } from '#contract/limits.ts'
import { isRecord } from '#contract/object-keys.ts'
import { fail } from '#server/platform/fail.ts'
import { keyLimits, maxDepth, normalizeValue } from '#server/platform/normalize-text.ts'

/** Maximum size in bytes of a URL-encoded form, and of a JSON body unless the call's row has `takesLongBody`. */
export const maxBodyBytes = 64 * 1024
/** Maximum length of a field's name in bytes. */
const maxNameBytes = 200
/** Maximum size of a form in bytes, including its pictures. */
const maxFormBytes = (pictures: number) => pictures * maxUploadBytes + maxBodyBytes

/**
 * Fields that may contain line breaks. The field `values` contains all fields of a custom form. The form's definition
 * decides later which fields of the form may keep line breaks.
 */
const multilineFields: ReadonlySet<string> = new Set(['comment', 'note', 'bio', 'values'])

/**
 * Reads a call's input: body, query and path together, with normalized texts. The body is a multipart form if the call
 * takes a file, else a JSON object. Refuses repeated query parameters and form fields.
 */
export async function readInput(
  call: Call,
  request: Request,
  pathParameters: Record<string, string>,
): Promise<unknown> {
  // Staff input may contain line breaks everywhere, for example in articles.
  const multiline = call.access === 'staff' ? 'everywhere' : multilineFields
  const query = collectUnique(new URL(request.url).searchParams)
  if (call.takesFile) {
    const { file, ...texts } = collectUnique(await readFormInParts(request))
    // `normalizeValue` returns an object for an object, so the cast is safe.
    return {
      ...(normalizeValue({ ...texts, ...query, ...pathParameters }, multiline) as object),
      ...(file && { file }),
    }
  }
  const body = call.method === 'GET' ? {} : await readJson(request, call.takesLongBody ?? false)
  return normalizeValue({ ...body, ...query, ...pathParameters }, multiline)
}

function collectUnique<Value>(pairs: Iterable<[string, Value]>): Record<string, Value> {
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
  if (!isMultipart(request) || request.headers.get('content-encoding')) fail('input.media_type')
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
  const addPart = (name: string | undefined, value: string | File) => name !== undefined && form.append(name, value)
  let textLength = 0
  parser.on('field', (name: string | undefined, value, isNameCut, isValueCut) => {
    textLength += (name ?? '').length + value.length
    if (isNameCut || isValueCut || textLength > maxBodyBytes) refuse()
    addPart(name, value)
  })
  parser.on('file', (name: string | undefined, stream, fileName, _encoding, type) => {
    const chunks: Buffer<ArrayBuffer>[] = []
    stream.on('data', (chunk) => chunks.push(chunk))
    stream.on('error', () => {})
    stream.on('end', () => addPart(name, new File(chunks, fileName, { type })))
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, refuse)
  const reading = finished(parser).catch(() => {
    problem ??= 'input.media_type'
  })
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > maxFormBytes(pictures)) refuse()
    if (problem) break
    delimiters.add(chunk)
    if (!parser.write(chunk)) await Promise.race([once(parser, 'drain'), reading])
  }
  if (problem) parser.destroy()
  else parser.end()
  await reading
  if (problem) fail(problem)
  // The parser skips parts that it cannot read. So this check compares the number of parts with the number of
  // delimiters. A complete form has a delimiter before each part, and one more delimiter at the end.
  if (delimiters.total() !== [...form].length + 1) fail('input.media_type')
  return form
}

/** Counts the delimiters of a multipart form in its stream. A delimiter may span two chunks. */
function countDelimiters(type: string) {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;]*))/i.exec(type) ?? []
  const delimiter = Buffer.from(`\r\n--${quoted ?? plain}`)
  let count = 0
  // Only the first delimiter has no line break before it. So the search starts as if the stream began with a line
  // break.
  let tail = Buffer.from('\r\n')
  return {
    total: () => count,
    add(chunk: Uint8Array) {
      const bytes = Buffer.concat([tail, chunk])
      let after = 0
      for (let index = bytes.indexOf(delimiter); index >= 0; index = bytes.indexOf(delimiter, after)) {
        count++
        after = index + delimiter.length
      }
      tail = bytes.subarray(Math.max(after, bytes.length - delimiter.length + 1))
    },
  }
}

function openParser(type: string, pictures: number) {
  const parserLimits = {
    parts: limits.formFields,
    files: pictures,
    fieldSize: maxBodyBytes,
    fieldNameSize: maxNameBytes,
  }
  try {
    return new Busboy({ headers: { 'content-type': type }, limits: parserLimits })
  } catch {
    return fail('input.media_type')
  }
}

/** Reads a URL-encoded form as text. Fails with `input.too_large` if it has too many bytes or fields. */
export async function readEncodedForm(request: Request): Promise<string> {
  const text = await readText(request, maxBodyBytes)
  let fields = 1
  for (let index = text.indexOf('&'); index >= 0; index = text.indexOf('&', index + 1)) {
    if (++fields > limits.formFields) fail('input.too_large')
  }
  return text
}

async function readJson(request: Request, isLong: boolean): Promise<Record<string, unknown>> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) fail('input.media_type')
  if (request.headers.get('content-encoding')) fail('input.media_type')
  const text = await readText(request, isLong ? limits.longBodyBytes : maxBodyBytes)
  if (isLong) refuseCrowded(text)
  let body: unknown
  try {
    body = text === '' ? {} : JSON.parse(text)
  } catch {
    fail('input.json')
  }
  return isRecord(body) ? body : fail('input.json')
}

/**
 * Fails with `input.invalid` if a JSON text has more levels or values than `normalizeValue` accepts. Checks the text
 * before it is parsed, because parsing a long text of brackets would block the event loop for a second.
 */
function refuseCrowded(text: string) {
  let depth = 0
  let values = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isInText) {
      if (character === '\\') at++
      else if (character === '"') isInText = false
    } else if (character === '"') isInText = true
    else if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') depth--
    else if (character === ',') values++
    if (depth > maxDepth + 1 || values > keyLimits.staff) fail('input.invalid', { field: 'body' })
  }
}

export const isMultipart = ({ headers }: Request) =>
  /^multipart\/form-data\s*;/i.test(headers.get('content-type') ?? '')

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
  const declaredLength = request.headers.get('content-length')
  if (declaredLength !== null && Number(declaredLength) > limit) fail('input.too_large')
  if (declaredLength !== null) return request.text()
  return (await readBytes(request, limit)).toString('utf8')
}
