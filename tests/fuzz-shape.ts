import fc from 'fast-check'

/** The subset of JSON Schema that the inputs of calls use. */
export interface Shape {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Shape[]
  oneOf?: Shape[]
  properties?: Record<string, Shape | boolean>
  required?: string[]
  additionalProperties?: Shape | boolean
  items?: Shape | boolean
  prefixItems?: Shape[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
}

interface Leaves {
  /** Values for text fields, including special formats. */
  texts: fc.Arbitrary<string>
  /** Values of a wrong type. */
  anything: fc.Arbitrary<unknown>
}

/**
 * Generates input that is mostly valid but has occasional wrong values. So some inputs pass the check of the schema and
 * reach the code behind it.
 */
export function nearlyValid(shape: Shape | boolean, { texts, anything }: Leaves): fc.Arbitrary<unknown> {
  if (typeof shape === 'boolean') return anything
  const inner = (shape: Shape | boolean) => nearlyValid(shape, { texts, anything })
  const mostlyValid = (right: fc.Arbitrary<unknown>) =>
    fc.oneof({ arbitrary: right, weight: 14 }, { arbitrary: anything, weight: 1 })
  const { properties = {}, required = [], additionalProperties, minItems = 0, minLength = 0, maxLength } = shape
  if ('const' in shape) return mostlyValid(fc.constant(shape.const))
  if (shape.enum) return mostlyValid(fc.constantFrom(...shape.enum))
  const several = shape.anyOf ?? shape.oneOf
  if (several) return fc.oneof(...several.map(inner))
  switch (shape.type) {
    case 'object': {
      if (typeof additionalProperties === 'object')
        return fc.dictionary(texts, inner(additionalProperties), recordOptions)
      const named = Object.entries(properties).map(([name, property]) => [name, inner(property)] as const)
      return fc.record<Record<string, unknown>, string>(Object.fromEntries(named), { requiredKeys: required })
    }
    case 'array': {
      const item = inner(shape.items ?? shape.prefixItems?.[0] ?? {})
      return mostlyValid(fc.array(item, { minLength: minItems, maxLength: minItems + 2 }))
    }
    case 'string':
      return mostlyValid(texts.map((text) => text.padEnd(minLength, 'x').slice(0, maxLength)))
    case 'integer':
    case 'number':
      return mostlyValid(numberFor(shape))
    case 'boolean':
      return mostlyValid(fc.boolean())
    default:
      return anything
  }
}
const recordOptions = { maxKeys: 2, noNullPrototype: true }

function numberFor({ type, minimum = -2_147_483_648, maximum = 2_147_483_647 }: Shape): fc.Arbitrary<number> {
  const ends = fc.constantFrom(minimum, maximum)
  if (type === 'number') return fc.oneof(ends, fc.double({ min: minimum, max: maximum, noNaN: true }))
  const low = Math.max(minimum, -1)
  return fc.oneof(ends, fc.integer({ min: low, max: Math.max(low, Math.min(maximum, low + 6)) }))
}
