import type { z } from 'zod'
import type { Access, Call } from '#contract/calls.ts'
import { aliases, clientBase, listCalls } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { errors } from '#contract/errors.ts'
import { messages } from '#contract/messages.ts'
import { listMoreCalls } from '#contract/more-calls.ts'
import type { CallDocs } from './call-docs.ts'
import type { Json, Schemas } from './openapi.ts'
import { inWords, toJsonSchema } from './openapi.ts'
import { generalRefusals, refusalsOf } from './refusals.ts'

const who: Record<Access, string> = {
  anyone: 'anyone',
  shopper: 'any visitor, who gets a session',
  member: 'signed in',
  referrer: 'signed in, a referrer',
  staff: 'staff, with their secret',
}

/** A readable page of the same description, by area. Plain HTML without scripts. */
export function describeApiAsPage(schemas: Schemas, docs: ReadonlyMap<string, CallDocs>): string {
  const calls = [...listCalls(), ...listMoreCalls(schemas)]
  const areas = [...Map.groupBy(calls, ({ name }) => areaOf(name))]
  const links = areas.map(([area, its]) => `<li><a href="#${area}">${area}</a> <small>${its.length}</small></li>`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Storefront API</title><style>${pageStyle}</style></head><body>
<header><h1>Storefront API</h1>
<p>${calls.length} calls in ${areas.length} areas, below <code>${clientBase}</code>. For machines: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<p>Calls that change something need the header <code>X-XSRF-TOKEN</code> with the value of the cookie <code>XSRF-TOKEN</code>. Money is integer minor units. Every refusal reads <code>{ error: { errors: [{ code, message, field?, details? }] }, requestId }</code>.</p>
${refusals(generalRefusals, 'Refusals of any call')}</header>
<nav aria-label="Areas"><ul>${links.join('')}</ul></nav>
<main>${areas.map(([area, its]) => describeArea(area, its, schemas, docs)).join('\n')}</main></body></html>`
}

const areaOf = (name: string) => name.split('.')[0] ?? ''

function describeArea(area: string, calls: Call[], schemas: Schemas, docs: ReadonlyMap<string, CallDocs>): string {
  const rows = calls.map((call) =>
    describeCall(call, schemas[area]?.[call.name.slice(area.length + 1)], docs.get(call.name)),
  )
  return `<section aria-labelledby="${area}"><h2 id="${area}">${area}</h2>${rows.join('\n')}</section>`
}

function describeCall(call: Call, schema: Schemas[string][string] | undefined, docs: CallDocs | undefined): string {
  const { name, method, access } = call
  const path = (call.base === clientBase ? '' : call.base) + call.path
  const alias = aliases[name]
  const also = alias ? `<p>Also at <code>${alias}</code></p>` : ''
  const shapes = schema
    ? `<h4>Input</h4>${shape(schema.input, 'input')}<h4>Output</h4>${shape(schema.output, 'output')}`
    : '<p>Answers 501 with the code <code>not_yet</code>.</p>'
  const words = docs ? `<p class="words">${inHtml(docs.words)}</p>` : ''
  return `<details id="${name}"><summary><h3><span class="method ${method}">${method}</span> <code>${path}</code></h3>
<p>${inWords(call)} <code>${name}</code> <em>${who[access]}</em>${schema ? '' : ' <em>not yet</em>'}</p>${words}</summary>${also}${shapes}${refusals(refusalsOf(call, docs), 'Refusals')}</details>`
}

function refusals(codes: ErrorCode[], title: string): string {
  if (codes.length === 0) return ''
  const rows = codes.map(
    (code) => `<li><code>${errors[code]}</code> <code>${code}</code> ${escapeHtml(messages.en[code])}</li>`,
  )
  return `<h4>${title}</h4><ul>${rows.join('')}</ul>`
}

const inHtml = (words: string) => escapeHtml(words).replace(/`([^`]+)`/g, '<code>$1</code>')

const shape = (schema: z.ZodType, io: 'input' | 'output') => {
  const definitions: Json = {}
  const text = write(toJsonSchema(schema, io, '', definitions), '')
  const named = Object.entries(definitions).map(([name, body]) => `${nameOf(name)} = ${write(body as Json, '')}`)
  return `<pre tabindex="0">${escapeHtml([text, ...named].join('\n\n'))}</pre>`
}

const nameOf = (reference: string) => reference.replace(/^.*[/_](?=\w+$)/, '').replace(/^_+/, '')

/** A JSON schema in the notation of types: `{ sku: string 1–64, quantity: integer ≥ 1, note?: string }`. */
function write(schema: Json, indent: string): string {
  const { $ref, const: constant, enum: values, anyOf, oneOf, allOf, items, properties } = schema
  const parts = (all: unknown, sign: string) => (all as Json[]).map((part) => write(part, indent)).join(sign)
  if ($ref) return nameOf(String($ref))
  if (constant !== undefined) return JSON.stringify(constant)
  if (values) return (values as unknown[]).map((value) => JSON.stringify(value)).join(' | ')
  if (anyOf || oneOf) return parts(anyOf ?? oneOf, ' | ')
  if (allOf) return parts(allOf, ' & ')
  if (items) return `[${write(items as Json, indent)}]${bounds(schema.minItems, schema.maxItems)}`
  if (properties) return writeObject(schema, indent)
  if (schema.type === 'object') return `{ [name]: ${write((schema.additionalProperties ?? {}) as Json, indent)} }`
  if (Array.isArray(schema.type)) return schema.type.join(' | ')
  return `${schema.type ?? 'any'}${format(schema)}`
}

function writeObject({ properties, required }: Json, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties as Record<string, Json>).map(([name, property]) => {
    const mark = (required as string[] | undefined)?.includes(name) ? '' : '?'
    const fallback = property.default === undefined ? '' : ` = ${JSON.stringify(property.default)}`
    return `${inner}${name}${mark}: ${write(property, inner)}${fallback}`
  })
  return lines.length > 0 ? `{\n${lines.join('\n')}\n${indent}}` : '{ }'
}

function format({ format: form, minLength, maxLength, minimum, maximum }: Json): string {
  return `${form ? ` (${form})` : ''}${bounds(minLength, maxLength)}${bounds(minimum, maximum)}`
}

/** What goes without saying (all that a number can hold) is left out. */
function bounds(least: unknown, most: unknown): string {
  const said = (bound: unknown) => typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER
  if (said(least) && said(most)) return least === most ? ` ${least}` : ` ${least}–${most}`
  if (said(least)) return ` ≥ ${least}`
  return said(most) ? ` ≤ ${most}` : ''
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The page's only style; its policy names it by its hash. */
export const pageStyle = `
:root{color-scheme:light dark;--page:#fbf7f0;--ink:#211c17;--soft:#5d5347;--line:#e8dfd1;--well:#f4ede1;--get:#2f6f57;--change:#a8360f}
@media (prefers-color-scheme:dark){:root{--page:#1b1713;--ink:#f4ede1;--soft:#b9ab99;--line:#3a322a;--well:#27211b;--get:#7fc4a6;--change:#f08e66}}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:0 auto;padding:2rem 1rem 6rem;background:var(--page);color:var(--ink);overflow-wrap:anywhere}
a{color:inherit}:focus-visible{outline:3px solid var(--change);outline-offset:2px;border-radius:.25rem}
h1{line-height:1.2;margin:0}code{font-size:.9em}
nav ul{display:flex;flex-wrap:wrap;gap:.5rem;list-style:none;margin:1.5rem 0;padding:0}
nav a{display:inline-block;padding:.6rem 0}nav li{padding:0 .9rem;border:1px solid var(--line);border-radius:2rem}small,em{color:var(--soft)}
h2{font-size:1.5rem;margin:2.5rem 0 .5rem;padding-top:.5rem}h3{display:inline;font-size:1rem;font-weight:600}h4{margin:1rem 0 .25rem}
details{border-top:1px solid var(--line)}details:target{background:var(--well)}
summary{cursor:pointer;padding:.75rem .25rem}summary p{margin:.1rem 0 0 1.1rem;color:var(--soft)}summary p:not(.words)::first-letter{text-transform:uppercase}.words{max-width:44rem}li code:first-child{color:var(--change)}
em{font-style:normal;font-size:.85rem;border:1px solid var(--line);border-radius:1rem;padding:.05rem .6rem;margin-left:.35rem;white-space:nowrap}
.method{display:inline-block;min-width:4.2rem;color:var(--change)}.GET{color:var(--get)}
pre{overflow:auto;max-height:28rem;margin:0 0 1rem;padding:.75rem 1rem;background:var(--well);border-radius:.75rem;font-size:.85rem}`
