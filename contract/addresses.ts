import { z } from 'zod'
import { id, noInput, oneLine, text } from './shapes.ts'

export const country = z.enum(['CA', 'US', 'CN'])
export type Country = z.infer<typeof country>

/** What an address is kept for. */
export const addressType = z.enum(['BILLING', 'DELIVERY'])
export type AddressType = z.infer<typeof addressType>

const word = (length: number) => oneLine.trim().max(length)

/** An address in Canadian, US or Chinese form. What a country's form lacks is an empty text. */
export const address = z.object({
  country,
  /** Its code in `provinces/{country}`: `ON`, `NY`, `GD`. */
  province: word(10),
  city: word(80),
  /** Chinese addresses: the district or county, 朝阳区. */
  district: word(80).default(''),
  street: word(160),
  unit: word(30).default(''),
  /** As the country writes it: `M5T 1L4`, `10001-1234`, `100020`. */
  postCode: word(12),
  buzzer: word(30).default(''),
  /** For whoever brings it. */
  note: word(140).default(''),
  leaveAtDoor: z.boolean().default(false),
})
export type Address = z.infer<typeof address>

const countryRow = z.object({ code: country, name: text })
const provinceRow = z.object({ code: z.string(), name: text })
export type Province = z.infer<typeof provinceRow>

export const addressCalls = {
  /** The countries whose addresses the shop understands. */
  countries: { input: noInput, output: z.object({ countries: z.array(countryRow) }) },
  /** Provinces, territories, states or 省 of a country, in its own order; `not_found` for any other country. */
  provinces: { input: z.object({ country: id }), output: z.object({ provinces: z.array(provinceRow) }) },
}
