import { z } from 'zod'
import { block } from '#contract/blocks.ts'
import type { Access, Call, Limit } from '#contract/call.ts'
import { addonTag } from '#contract/constants.ts'
import { formExamples, sectionTypes } from '#contract/content.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { errors } from '#contract/errors.ts'
import { defaultLocale } from '#contract/languages.ts'
import { messages } from '#contract/messages.ts'
import type { Json } from './openapi-examples.ts'
import { exampleOf } from './openapi-examples.ts'
import { generalRefusals, refusalsOf } from './refusals.ts'

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

/** Builds the OpenAPI 3.1 description from the same call table that validates and binds the calls. */
export function describeApi(calls: Call[], version: string): Json {
  const components: Record<string, Json> = { Error: error }
  const responses: Json = {}
  const paths: Record<string, Json> = {}
  for (const call of calls) {
    for (const path of [call.path, ...(call.alias ? [call.alias] : [])]) {
      const key = call.base + path.replace(/:(\w+)/g, '{$1}')
      const item = paths[key] ?? {}
      const isAlias = path === call.alias
      item[call.method.toLowerCase()] = describeCall(call, { path, components, responses, isAlias })
      paths[key] = item
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Storefront',
      version,
      description:
        'Money is in integer minor units. Texts have both languages. "Execute" on this page makes a call to this ' +
        'shop, as the signed-in visitor.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(calls.map((call) => call.name.split('.')[0] ?? ''))].map((name) => ({
      name,
      ...(areaDescriptions[name] && { description: areaDescriptions[name] }),
    })),
    paths,
    components: {
      schemas: components,
      responses,
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

/** Descriptions of some areas of the API. They list names that the schemas do not contain, such as section types. */
const areaDescriptions: Record<string, string | undefined> = {
  content: [
    `Section types of \`content.sections\`: ${formatNames(sectionTypes)}.`,
    `Kinds of blocks: ${block.options.map(({ shape }) => `\`${shape.kind.value}\``).join(', ')}.`,
    `Form names are the owner's; the demonstration has ${formatNames(formExamples)}.`,
  ].join(' '),
  catalogue: `\`catalogue.addons\` lists the products of a tag, by default \`${addonTag}\`. The owner may hide the tag.`,
}

function formatNames(names: Record<string, string>): string {
  return Object.entries(names)
    .map(([name, description]) => `\`${name}\` (${description})`)
    .join(', ')
}

interface DescribeOptions {
  path: string
  components: Record<string, Json>
  responses: Json
  isAlias: boolean
}

function describeCall(call: Call, { path, components, responses, isAlias }: DescribeOptions): Json {
  const input = toJsonSchema(call.input, 'input', { name: `${call.name}.input`, components })
  const output = toJsonSchema(call.output, 'output', { name: `${call.name}.output`, components })
  const example = validExample(call.input, input, components)
  const { properties = {} } = input
  const required = new Set(input.required)
  const inPath = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
  const inQuery = call.method === 'GET' ? Object.keys(properties).filter((name) => !inPath.includes(name)) : call.query
  const outsideBody = new Set([...inPath, ...inQuery])
  const parameter = (name: string, where: string) => ({
    name,
    in: where,
    required: where === 'path' || required.has(name),
    schema: properties[name] ?? { type: 'string' },
    ...(name in example && { example: example[name] }),
  })
  const body = call.method !== 'GET' ? bodyOf(call, input, outsideBody) : undefined
  const inBody = Object.fromEntries(Object.entries(example).filter(([name]) => !outsideBody.has(name)))
  return {
    operationId: isAlias ? `${call.name}.literal` : call.name,
    summary: operationPhrase(call),
    tags: [call.name.split('.')[0]],
    description: [
      isAlias ? `The same call as \`${call.name}\`, at the specification's literal path.` : call.description,
      accessText(call),
    ].join('\n\n'),
    parameters: [...inPath.map((name) => parameter(name, 'path')), ...inQuery.map((name) => parameter(name, 'query'))],
    ...(body && {
      requestBody: {
        required: true,
        content: call.takesFile
          ? { 'multipart/form-data': { schema: body } }
          : { 'application/json': { schema: body, example: inBody } },
      },
    }),
    ...((call.access === 'member' || call.access === 'referrer') && { security: [{ session: [] }] }),
    responses: {
      200: {
        description: 'Done.',
        content: call.answersFile
          ? { 'image/webp': { schema: binary } }
          : {
              'application/json': {
                schema: output,
                example: validExample(call.output, output, components),
              },
            },
      },
      ...errorResponses([...generalRefusals, ...refusalsOf(call)], call.name, responses),
    },
  }
}

const accessTexts: Record<Access, string> = {
  anyone: 'Anyone may call it.',
  shopper: 'Any visitor may call it. It starts a session if it stores something.',
  member: 'Members who are signed in may call it.',
  referrer: 'Members of a referral group may call it.',
  staff: 'Staff may call it.',
}

function limitText({ points, seconds, failures }: Limit): string {
  if (failures === 'any')
    return `Limit: ${points} failed calls from one network, and ${points} calls of one session, in ${seconds} seconds.`
  const failureText = failures ? ` that fail with ${failures.map((code) => `\`${code}\``).join(' or ')}` : ''
  return `Limit: ${points} calls${failureText} in ${seconds} seconds from one network.`
}

/** Describes who may make a call, and how often. */
function accessText({ access, limit, isCached }: Call): string {
  return [
    accessTexts[access],
    limit && limitText(limit),
    isCached && 'The response is the same for all visitors of a store.',
  ]
    .filter(Boolean)
    .join(' ')
}

const binary: Json = { type: 'string', format: 'binary' }

/**
 * The schema of a call's body: a file, or an object of the fields that are not in the path or query. An input that is
 * not a single object, such as a union, is the whole body. Undefined for a call without a body.
 */
function bodyOf(call: Call, input: Json, outsideBody: ReadonlySet<string>): Json | undefined {
  if (call.takesFile) return { type: 'object', properties: { file: binary }, required: ['file'] }
  if (!input.properties) return input.anyOf || input.oneOf || input.allOf || input.$ref ? input : undefined
  const properties = Object.entries(input.properties).filter(([name]) => !outsideBody.has(name))
  if (properties.length === 0) return undefined
  return {
    ...input,
    properties: Object.fromEntries(properties),
    required: (input.required ?? []).filter((name) => !outsideBody.has(name)),
  }
}

/**
 * An example with all fields. If the schema rejects it, because some fields exclude each other, the example has only
 * the required fields.
 */
function validExample(schema: z.ZodType, described: Json, components: Record<string, Json>): Record<string, unknown> {
  const fullExample = exampleOf(described, { components, isWhole: true })
  const example = schema.safeParse(fullExample).success
    ? fullExample
    : exampleOf(described, { components, isWhole: false })
  // The cast is safe: the input of a call is an object, and an example of an output is only written to the description.
  return example as Record<string, unknown>
}

/**
 * A call's error responses by status, each with its codes. Calls with equal codes share a component, named after the
 * first call.
 */
function errorResponses(codes: ErrorCode[], callName: string, responses: Json): Record<string, Json> {
  const byStatus = [...Map.groupBy(new Set(codes), (code) => errors[code])]
  return Object.fromEntries(
    byStatus.map(([status, codes]) => {
      const response = refusal(codes.toSorted())
      const same = Object.entries(responses).find(
        ([, existing]) => JSON.stringify(existing) === JSON.stringify(response),
      )
      const name = same?.[0] ?? `${callName}.${status}`
      responses[name] = response
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )
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
        example: { error: { errors: [{ code, message: messages[defaultLocale][code] }] }, requestId: 'mb2k-7' },
      },
    },
  }
}

/** A call's operation name as a phrase, such as “update addresses”. */
export function operationPhrase({ name }: Call): string {
  const [, operation = ''] = name.split('.')
  return operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/**
 * Converts one schema to JSON Schema. A schema with an id (`.meta({ id })`) becomes a component of that name. If a
 * different component already has that name, the name gets the ending `Input` or `Output`. The definitions that Zod
 * makes for recursive schemas without an id become components whose names start with `name`.
 */
export function toJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  { name, components }: { name: string; components: Record<string, Json> },
): Json {
  // The cast is safe: Zod writes plain JSON Schema.
  const jsonSchema = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json & { $defs?: Record<string, Json> }
  const { $schema: _, $defs = {}, ...body } = jsonSchema
  const prefix = `${name.replace(/\W/g, '_')}_`
  const definitions = Object.entries($defs)
  const names = new Map(definitions.map(([key]) => [key, key.startsWith('__') ? prefix + key : key]))
  const lift = (value: unknown): Json =>
    JSON.parse(
      JSON.stringify(value).replace(
        /"#\/\$defs\/([^"]+)"/g,
        (_, key) => `"#/components/schemas/${names.get(key) ?? key}"`,
      ),
    )
  // Renames a component if another component already has its name. The renaming changes the components that reference
  // the renamed component, so the loop repeats until no name changes.
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    for (const [key, { id: _, ...definition }] of definitions) {
      const existing = components[names.get(key) ?? key]
      if (!existing || JSON.stringify(existing) === JSON.stringify(lift(definition))) continue
      names.set(key, `${names.get(key)}${io === 'input' ? 'Input' : 'Output'}`)
      isChanged = true
    }
  }
  for (const [key, { id: _, ...definition }] of definitions) components[names.get(key) ?? key] = lift(definition)
  return lift(body)
}
