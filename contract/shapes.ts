import { z } from 'zod'
import { isWritten, locales, perLocale } from './languages.ts'
import { normalisePhone } from './phone.ts'

/** Schemas that several areas share. */

/** A single-line text. Line breaks become spaces instead of errors. */
export const oneLine = z.string().overwrite((text) => text.replace(/[\r\n\u2028\u2029]+/g, ' '))

/** A text in both languages; an empty text falls back to the other language. */
export const text = z.object(perLocale(() => z.string())).meta({ id: 'Text' })

/** A text as people type it, at most `max` characters in each language. */
export const typedText = (max: number) => z.strictObject(perLocale(() => z.string().trim().max(max)))

/** A typed text with words in at least one language. */
export const typedName = (max: number) => typedText(max).refine(isWritten, { params: { message: 'field.required' } })
export type { Text } from './languages.ts'

/** A phone number as people write it; `normalisePhone` returns the stored form. */
export const phone = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .refine((text) => !text || normalisePhone(text) !== null, { params: { message: 'field.phone' } })

export const money = z.object({ amount: z.int(), currency: z.string().length(3) }).meta({ id: 'Money' })

/**
 * Tax class of a product. `snack` covers candy, chips and similar goods, on which British Columbia charges no PST.
 * `baked_single` is a single serving of sweetened baked goods, not prepackaged. Six or more servings on one bill are
 * zero-rated. Fewer servings, and any that are eaten at the store, are taxed as prepared food.
 */
export const taxClasses = [
  'zero_rated',
  'prepared',
  'snack',
  'baked_single',
  'standard',
  'alcohol',
  'exempt',
  'deposit',
] as const
export const taxClass = z.enum(taxClasses).meta({ id: 'TaxClass' })
export type TaxClass = z.infer<typeof taxClass>

/**
 * A picture, as files `${src}/${width}.avif` and `.webp` for each of `widths`. `width` and `height` give the aspect
 * ratio. If `src` is on another site, it is the URL of the only file.
 */
export const image = z
  .object({
    src: z.string(),
    widths: z.array(z.int()),
    width: z.int(),
    height: z.int(),
    alt: text,
  })
  .meta({ id: 'Image' })
export type Image = z.infer<typeof image>

export const locale = z.enum(locales)
/** A local calendar date, `2026-11-20`. */
export const date = z.iso.date()
/** A local wall-clock time, `17:40`. */
export const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
/** A day with its slots, including full ones; `until` is the end of a slot. */
export const slotDay = z.object({
  date,
  slots: z.array(z.object({ time, until: time, state: z.enum(['free', 'few', 'full']) })),
})
/** An instant in UTC. */
export const instant = z.iso.datetime()

/** The token of an emailed link. Anyone who has the token can open the order. */
export const orderToken = z.string().max(200)

/** An identifier: letters, digits, dots, underscores, tildes and hyphens. */
export const id = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\p{L}\p{N}._~-]+$/u)

/** Several ids in one query parameter: `a,b`. */
export const ids = z
  .string()
  .max(2000)
  .regex(/^[\p{L}\p{N}._~-]+(,[\p{L}\p{N}._~-]+)*$/u)

export const queryInteger = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
export const queryBoolean = z.union([z.boolean(), z.stringbool()])

export const nothing = z.object({})
export const noInput = z.object({})

/** The minimum and maximum number of days from the order until the goods arrive. */
export const shippingDays = z.object({ from: z.int(), to: z.int() })
export type ShippingDays = z.infer<typeof shippingDays>
