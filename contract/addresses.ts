import { z } from 'zod'
import { specificationCall } from './call.ts'
import { id, noInput, oneLine, text } from './shapes.ts'

export const country = z.enum(['CA', 'US', 'CN'])
export type Country = z.infer<typeof country>

/** The purpose of a saved address. */
export const addressType = z.enum(['BILLING', 'DELIVERY'])
export type AddressType = z.infer<typeof addressType>

const word = (length: number) => oneLine.trim().max(length)

/** An address in Canadian, US or Chinese form. Fields that the country does not use are empty strings. */
export const address = z
  .object({
    country,
    province: word(10).describe('Code of the province in `provinces/{country}`: `ON`, `NY`, `GD`.'),
    city: word(80),
    district: word(80).default('').describe('Chinese addresses: the district or county, 朝阳区.'),
    street: word(160),
    unit: word(30).default(''),
    postCode: word(12).describe("In the country's format: `M5T 1L4`, `10001-1234`, `100020`."),
    buzzer: word(30).default(''),
    note: word(140).default('').describe('A note for the courier.'),
    leaveAtDoor: z.boolean().default(false),
  })
  .meta({ id: 'Address' })
export type Address = z.infer<typeof address>

/** The door of an address as a key. Two addresses with the same key can be served by one delivery. */
export const doorKey = ({ street, unit, postCode }: Pick<Address, 'street' | 'unit' | 'postCode'>): string =>
  JSON.stringify([street, unit, postCode])

const countryRow = z.object({ code: country, name: text })
const provinceRow = z.object({ code: z.string(), name: text })
export type Province = z.infer<typeof provinceRow>

export const addressCalls = {
  countries: specificationCall('GET /common3/supportedCountries', {
    description: 'The countries that addresses may have.',
    input: noInput,
    output: z.object({ countries: z.array(countryRow) }),
  }),
  provinces: specificationCall('GET /common3/provinces/:country', {
    description:
      "Provinces, territories, states or 省 of a country, in the country's order; `not_found` for any other " +
      'country.',
    refusals: ['not_found'],
    input: z.object({ country: id }),
    output: z.object({ provinces: z.array(provinceRow) }),
  }),
}
