import { z } from 'zod'
import { block } from '#contract/blocks.ts'
import type { Call } from '#contract/calls.ts'
import { aliases, fileAnswers, fileCalls, listCalls } from '#contract/calls.ts'
import { addonTag } from '#contract/constants.ts'
import { formExamples, sectionTypes } from '#contract/content.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { errors } from '#contract/errors.ts'
import { messages } from '#contract/messages.ts'
import { listMoreCalls } from '#contract/more-calls.ts'
import type { CallDocs } from './call-docs.ts'
import { exampleOf } from './openapi-examples.ts'
import { generalRefusals, refusalsOf } from './refusals.ts'

type Schema = { input: z.ZodType; output: z.ZodType }
export type Schemas = Record<string, Record<string, Schema>>
export type Json = Record<string, unknown>

const error: Json = {
  type: 'object',
  required: ['error', 'requestId'],
  properties: {
    error: {
      type: 'object',
      required: ['errors'],
      properties: {
        errors: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'object',
            required: ['code', 'message'],
            properties: {
              code: { type: 'string', enum: Object.keys(errors) },
              message: { type: 'string', description: 'In the language of the visitor.' },
              field: { type: 'string' },
              details: { type: 'object' },
            },
          },
        },
      },
    },
    requestId: { type: 'string' },
  },
}

/** The OpenAPI 3.1 description of every call, from the same schemas that check them and the sentences above these. */
export function describeApi(schemas: Schemas, docs: ReadonlyMap<string, CallDocs>, version: string): Json {
  const components: Json = { Error: error }
  const paths: Record<string, Json> = {}
  for (const call of [...listCalls(), ...listMoreCalls(schemas)]) {
    const [area = '', operation = ''] = call.name.split('.')
    const schema = schemas[area]?.[operation]
    const describe = (path: string, alias: boolean) => {
      const key = call.base + path.replace(/:(\w+)/g, '{$1}')
      const item = paths[key] ?? {}
      item[call.method.toLowerCase()] = describeCall(call, {
        path,
        schema,
        components,
        alias,
        docs: docs.get(call.name),
      })
      paths[key] = item
    }
    describe(call.path, false)
    const alias = aliases[call.name]
    if (alias) describe(alias, true)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Storefront',
      version,
      description: 'Money is integer minor units. Texts carry both languages.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(listCalls().map((call) => call.name.split('.')[0] ?? ''))].map((name) => ({
      name,
      ...(areaWords[name] && { description: areaWords[name] }),
    })),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
        xsrf: {
          type: 'apiKey',
          in: 'header',
          name: 'X-XSRF-TOKEN',
          description: 'The value of the cookie XSRF-TOKEN.',
        },
      },
    },
  }
}

/** Names that calls take and that no schema lists. */
const areaWords: Record<string, string | undefined> = {
  content: [
    `Section types of \`content.sections\`: ${listed(sectionTypes)}.`,
    `Kinds of blocks: ${block.options.map(({ shape }) => `\`${shape.kind.value}\``).join(', ')}.`,
    `Form names are the owner's; the demonstration has ${listed(formExamples)}.`,
  ].join(' '),
  catalogue: `\`catalogue.addons\` offers the products of a tag: \`${addonTag}\` where none is named. The owner may hide the tag.`,
}

function listed(names: Record<string, string>): string {
  return Object.entries(names)
    .map(([name, words]) => `\`${name}\` (${words})`)
    .join(', ')
}

interface Described {
  path: string
  schema: Schema | undefined
  components: Json
  alias: boolean
  docs: CallDocs | undefined
}

function describeCall(call: Call, { path, schema, components, alias, docs }: Described): Json {
  const input = schema ? toJsonSchema(schema.input, 'input', `${call.name}.input`, components) : {}
  const output = schema ? toJsonSchema(schema.output, 'output', `${call.name}.output`, components) : {}
  const example = schema ? validExample(schema.input, input, components) : {}
  const properties = (input.properties ?? {}) as Record<string, Json>
  const required = new Set((input.required ?? []) as string[])
  const inPath = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
  const inQuery = call.method === 'GET' ? Object.keys(properties).filter((name) => !inPath.includes(name)) : call.query
  const elsewhere = new Set([...inPath, ...inQuery])
  const parameter = (name: string, where: string) => ({
    name,
    in: where,
    required: where === 'path' || required.has(name),
    schema: properties[name] ?? { type: 'string' },
    ...(name in example && { example: example[name] }),
  })
  const body = schema && call.method !== 'GET' ? bodyOf(call, input, elsewhere) : undefined
  const inBody = Object.fromEntries(Object.entries(example).filter(([name]) => !elsewhere.has(name)))
  return {
    operationId: alias ? `${call.name}.literal` : call.name,
    summary: inWords(call),
    tags: [call.name.split('.')[0]],
    ...(alias
      ? { deprecated: false, description: 'The literal spelling of the same call.' }
      : docs && { description: docs.words }),
    parameters: [...inPath.map((name) => parameter(name, 'path')), ...inQuery.map((name) => parameter(name, 'query'))],
    ...(body && {
      requestBody: {
        required: true,
        content: fileCalls.has(call.name)
          ? { 'multipart/form-data': { schema: body } }
          : { 'application/json': { schema: body, example: inBody } },
      },
    }),
    ...((call.access === 'member' || call.access === 'referrer') && { security: [{ session: [] }] }),
    responses: {
      200: {
        description: 'Done.',
        content: fileAnswers.has(call.name)
          ? { 'image/webp': { schema: binary } }
          : {
              'application/json': {
                schema: output,
                ...(schema && { example: validExample(schema.output, output, components) }),
              },
            },
      },
      ...refusedBy([...generalRefusals, ...refusalsOf(call, docs)]),
    },
  }
}

const binary: Json = { type: 'string', format: 'binary' }

/** What of the input travels as the body: a file, an object of what is not elsewhere; undefined where nothing does. */
function bodyOf(call: Call, input: Json, elsewhere: ReadonlySet<string>): Json | undefined {
  if (fileCalls.has(call.name)) return { type: 'object', properties: { file: binary }, required: ['file'] }
  if (!input.properties) return input.anyOf || input.oneOf || input.allOf || input.$ref ? input : undefined
  const properties = Object.entries(input.properties).filter(([name]) => !elsewhere.has(name))
  if (properties.length === 0) return undefined
  return {
    ...input,
    properties: Object.fromEntries(properties),
    required: ((input.required ?? []) as string[]).filter((name) => !elsewhere.has(name)),
  }
}

/** An example with all that may be said, else with only what must be: what excludes each other cannot all be said. */
function validExample(schema: z.ZodType, described: Json, components: Json): Record<string, unknown> {
  const whole = exampleOf(described, { components, isWhole: true })
  const chosen = schema.safeParse(whole).success ? whole : exampleOf(described, { components, isWhole: false })
  return chosen as Record<string, unknown>
}

/** The refusals of a call by status, each with its codes. */
function refusedBy(codes: ErrorCode[]): Record<string, Json> {
  const byStatus = [...Map.groupBy(new Set(codes), (code) => errors[code])]
  return Object.fromEntries(byStatus.map(([status, codes]) => [status, refusal(codes)]))
}

function refusal(codes: ErrorCode[]): Json {
  const [code = 'unexpected'] = codes
  const named = { properties: { code: { enum: codes } } }
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    content: {
      'application/json': {
        schema: {
          $ref: '#/components/schemas/Error',
          properties: { error: { properties: { errors: { items: named } } } },
        },
        example: { error: { errors: [{ code, message: messages.en[code] }] }, requestId: 'mb2k-7' },
      },
    },
  }
}

/** A call's name as a phrase: “update addresses”. */
export function inWords({ name }: Call): string {
  const [, operation = ''] = name.split('.')
  return operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** One schema; what it defines for itself (recursion) becomes a component. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', name: string, components: Json): Json {
  const { $schema: _, $defs, ...body } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  if (!$defs) return body
  const prefix = name.replace(/\W/g, '_')
  const lift = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', `"#/components/schemas/${prefix}_`))
  for (const [key, definition] of Object.entries($defs as Json)) components[`${prefix}_${key}`] = lift(definition)
  return lift(body) as Json
}
