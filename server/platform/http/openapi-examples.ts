/** A JSON Schema. Declares the types of the fields that the API description reads. */
export interface Json {
  [field: string]: unknown
  anyOf?: Json[]
  oneOf?: Json[]
  allOf?: Json[]
  enum?: unknown[]
  properties?: Record<string, Json>
  required?: string[]
  propertyNames?: Json
  additionalProperties?: Json | boolean
  items?: Json
  prefixItems?: Json[]
}

/** Generates examples for the API description from the schemas, so that the examples stay correct when calls change. */

/** Realistic values by field name, used if the schema accepts them. */
const exampleValues: Record<string, unknown> = {
  id: 'oolong-tea',
  sku: 'oolong-tea-50g',
  currency: 'CAD',
  amount: 1250,
  quantity: 2,
  name: 'Mei Lin',
  email: 'mei@example.com',
  emailID: 'mei@example.com',
  phone: '416 555 0100',
  password: 'a long enough password',
  newPassword: 'another long password',
  street: '1 Main Street',
  city: 'Markham',
  province: 'ON',
  country: 'CA',
  postCode: 'L3R 1A1',
  postalCode: 'L3R 1A1',
  timeZone: 'America/Toronto',
  en: 'Oolong tea',
  zh: '乌龙茶',
  code: 'TEA10',
  orderID: 'LL-1042',
  locationId: 'markham',
  pageName: 'about',
  categoryName: 'tea',
  tagName: 'add-on',
  term: 'tea',
  idempotencyKey: '5f0c7c1e-2f1b-4b52-9d6c-0d8f8a4f3b21',
  quantityStep: 1,
  src: '/media/0a1b2c3d4e5f60718293a4b5c6d7e8f9',
  url: 'https://shop.example/',
}

/** Example texts in the formats of the contract. The first text that fits a schema's pattern is used. */
const texts = [
  'oolong-tea',
  '2026-11-20',
  '17:40',
  '2026-11-20T22:40:00.000Z',
  'mei@example.com',
  'https://shop.example/',
  '416 555 0100',
  'CAD',
  'ON',
  'CA',
  '1',
  '123456',
  'a'.repeat(24),
  'A'.repeat(43),
  'size:large',
  'topic',
  'tea,oolong-tea',
  '#a8360f',
  '/store',
]
const formats: Record<string, string> = {
  date: '2026-11-20',
  'date-time': '2026-11-20T22:40:00.000Z',
  time: '17:40',
  email: 'mei@example.com',
  uri: 'https://shop.example/',
  uuid: '5f0c7c1e-2f1b-4b52-9d6c-0d8f8a4f3b21',
}
/** A schema may contain itself. From this depth on, optional fields are omitted and lists are as short as allowed. */
const maxDepth = 8

interface ExampleOptions {
  /** The components that schemas reference. */
  components: Record<string, Json>
  /** Whether to include optional fields. */
  isWhole: boolean
}

/** Builds an example for a schema. The schema may still reject it, for example if some fields exclude each other. */
export function exampleOf(schema: Json, options: ExampleOptions, name = '', depth = 0): unknown {
  const { $ref, anyOf, oneOf, allOf, enum: values, const: constant } = schema
  const inner = (part: Json | undefined) => part && exampleOf(part, options, name, depth + 1)
  if ($ref) return inner(options.components[String($ref).split('/').at(-1) ?? ''])
  if (constant !== undefined) return constant
  if (values) return values[0]
  const alternatives = anyOf ?? oneOf
  if (alternatives) return inner(chooseAlternative(alternatives, depth))
  if (allOf) return mergeParts(allOf.map(inner))
  switch ([schema.type].flat().find((type) => type !== 'null')) {
    case 'object':
      return objectOf(schema, options, depth)
    case 'array':
      return listOf(schema, options, { name, depth })
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return numberOf(schema, name)
    case 'string':
      return textOf(schema, name)
    default:
      return schema.type === 'null' ? null : 'oolong-tea'
  }
}

/** Merges the examples for the parts of an intersection. Returns the first example if any example is not an object. */
function mergeParts(parts: unknown[]): unknown {
  return parts.every((part) => typeof part === 'object') ? Object.assign({}, ...parts) : parts[0]
}

/**
 * Chooses the alternative for the example: the first alternative that is not null. At depths above `maxDepth`, chooses
 * null if the schema accepts it, or else the last alternative, which ends a recursive schema.
 */
function chooseAlternative(parts: Json[], depth: number): Json | undefined {
  const isNull = ({ type }: Json) => type === 'null'
  if (depth > maxDepth) return parts.find(isNull) ?? parts.at(-1)
  return parts.find((part) => !isNull(part)) ?? parts[0]
}

function objectOf(schema: Json, options: ExampleOptions, depth: number): Record<string, unknown> {
  const { properties, required, propertyNames, additionalProperties } = schema
  const requiredFields = new Set(required)
  const isIncluded = (key: string) => requiredFields.has(key) || (options.isWhole && depth < maxDepth)
  if (properties || typeof additionalProperties !== 'object') {
    const included = Object.entries(properties ?? {}).filter(([key]) => isIncluded(key))
    return Object.fromEntries(included.map(([key, part]) => [key, exampleOf(part, options, key, depth + 1)]))
  }
  const anyKey = String(propertyNames ? exampleOf(propertyNames, options, '', depth + 1) : 'oolong-tea')
  const keys = requiredFields.size > 0 ? [...requiredFields] : [anyKey]
  return Object.fromEntries(keys.map((key) => [key, exampleOf(additionalProperties, options, key, depth + 1)]))
}

interface ExampleField {
  name: string
  depth: number
}
function listOf(
  { items, prefixItems, minItems }: Json,
  options: ExampleOptions,
  { name, depth }: ExampleField,
): unknown[] {
  if (prefixItems) return prefixItems.map((part) => exampleOf(part, options, name, depth + 1))
  const count = Math.max(depth < maxDepth ? 1 : 0, Number(minItems ?? 0))
  return items ? Array.from({ length: count }, () => exampleOf(items, options, name, depth + 1)) : []
}

function numberOf({ minimum, maximum, exclusiveMinimum, multipleOf }: Json, name: string): number {
  const min = Math.max(Number(minimum ?? 0), exclusiveMinimum === undefined ? 0 : Number(exclusiveMinimum) + 1)
  const preferred = typeof exampleValues[name] === 'number' ? exampleValues[name] : 1
  const clamped = Math.min(Math.max(preferred, min), Number(maximum ?? Number.MAX_SAFE_INTEGER))
  return multipleOf ? Math.ceil(clamped / Number(multipleOf)) * Number(multipleOf) : clamped
}

function textOf(schema: Json, name: string): string {
  const { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  const candidates = typeof exampleValues[name] === 'string' ? [exampleValues[name]] : []
  const fits = (text: string) =>
    text.length >= Number(minLength) &&
    text.length <= Number(maxLength) &&
    (!pattern || new RegExp(String(pattern), 'u').test(text))
  const formatted = typeof format === 'string' ? formats[format] : undefined
  if (formatted && fits(formatted)) return formatted
  const found = [...candidates, ...texts].find(fits)
  return found ?? 'x'.repeat(Math.max(1, Number(minLength)))
}
