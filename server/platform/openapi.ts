import { z } from 'zod'
import type { Call } from '#contract/calls.ts'
import { aliases, fileAnswers, fileCalls, listCalls } from '#contract/calls.ts'
import { errors } from '#contract/errors.ts'
import { listMoreCalls } from '#contract/more-calls.ts'
import type { CallDocs } from './call-docs.ts'

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
    tags: [...new Set(listCalls().map((call) => call.name.split('.')[0]))].map((name) => ({ name })),
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

interface Described {
  path: string
  schema: Schema | undefined
  components: Json
  alias: boolean
  docs: CallDocs | undefined
}

function describeCall(call: Call, { path, schema, components, alias, docs }: Described): Json {
  const failure = {
    description: 'Refused.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
  const input = schema ? toJsonSchema(schema.input, 'input', `${call.name}.input`, components) : {}
  const properties = (input.properties ?? {}) as Record<string, Json>
  const required = new Set((input.required ?? []) as string[])
  const inPath = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
  const inQuery = call.method === 'GET' ? Object.keys(properties).filter((name) => !inPath.includes(name)) : call.query
  const inBody = Object.entries(properties).filter(([name]) => !inPath.includes(name) && !inQuery.includes(name))
  const parameter = (name: string, where: string) => ({
    name,
    in: where,
    required: where === 'path' || required.has(name),
    schema: properties[name] ?? { type: 'string' },
  })
  return {
    operationId: alias ? `${call.name}.literal` : call.name,
    summary: inWords(call),
    tags: [call.name.split('.')[0]],
    ...(alias
      ? { deprecated: false, description: 'The literal spelling of the same call.' }
      : docs && { description: docs.words }),
    parameters: [...inPath.map((name) => parameter(name, 'path')), ...inQuery.map((name) => parameter(name, 'query'))],
    ...(call.method !== 'GET' &&
      schema && {
        requestBody: {
          required: true,
          content: {
            [fileCalls.has(call.name) ? 'multipart/form-data' : 'application/json']: {
              schema: {
                type: 'object',
                properties: Object.fromEntries(inBody),
                required: inBody.map(([name]) => name).filter((name) => required.has(name)),
                ...(input.additionalProperties === false && { additionalProperties: false }),
              },
            },
          },
        },
      }),
    ...((call.access === 'member' || call.access === 'referrer') && { security: [{ session: [] }] }),
    responses: schema
      ? {
          200: {
            description: 'Done.',
            content: {
              [fileAnswers.has(call.name) ? 'image/webp' : 'application/json']: {
                schema: toJsonSchema(schema.output, 'output', `${call.name}.output`, components),
              },
            },
          },
          default: failure,
        }
      : { 501: { ...failure, description: 'Not built yet.' } },
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
