import { z } from 'zod'
import { prepayment, sellingWindow } from '../catalogue.ts'
import { diets, maxOptions, maxPictures, maxQuantity, maxVariants, measureUnits } from '../constants.ts'
import { maxLeadMinutes } from '../lead-time.ts'
import { date, id, image, instant, taxClass, text, typedName, typedText } from '../shapes.ts'

/** The fields of a product, for staff. */

const maxAmount = 100_000_000

const amount = z.int().min(0).max(maxAmount).describe('Minor units of the shop’s currency.')
/** The id of an option or of its value. It is part of option pairs, so it contains neither `:` nor `,`. */
const optionId = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\p{L}\p{N}._~-]+$/u)
const measure = z.strictObject({ amount: z.int().min(1).max(1_000_000), unit: z.enum(measureUnits) })

const variantFields = {
  sku: z.string(),
  optionPair: z.string().describe("`size:large,ice:less`; '' for a product without options."),
  price: z.int(),
  compareAtPrice: z.int().nullable().describe('The earlier price, crossed out in the shop.'),
  memberPrice: z.int().nullable(),
  deposit: z.int().describe('Bottle deposit per piece.'),
  taxClass: taxClass.nullable().describe('Null: the tax class of the product.'),
  barcode: z.string().nullable(),
  grams: z.int().nullable().describe('Weight for shipping.'),
  isActive: z.boolean().describe('Shoppers can buy the variant.'),
}
/** A variant with all fields of its form. */
export const officeVariant = z.object(variantFields)
export type OfficeVariant = z.infer<typeof officeVariant>

/** All fields that staff can set for a product. The state of its stock is not one of them. */
export const productFields = z.object({
  name: text,
  summary: text.describe('Also the text that search engines show.'),
  description: text,
  images: z.array(image).describe('The first one is shown in lists.'),
  categories: z.array(z.string()).describe('The first one is shown on the product’s page.'),
  tags: z.array(z.string()),
  brand: z.string().nullable(),
  related: z.array(z.string()),
  modifierGroups: z.array(z.string()),
  options: z.array(z.object({ id: z.string(), name: text, values: z.array(z.object({ id: z.string(), name: text })) })),
  variants: z.array(officeVariant).describe('In order, including variants that are no longer sold.'),
  taxClass,
  soldBy: z.enum(['piece', 'weight']),
  measure: z
    .object({ amount: z.number(), unit: z.enum(measureUnits) })
    .nullable()
    .describe('The content of one piece, for the unit price.'),
  clearance: z.boolean(),
  clearanceReason: text.nullable(),
  bestBefore: date.nullable(),
  diet: z.array(z.string()),
  allergens: z.array(z.string()),
  ingredients: text.nullable(),
  origin: text.nullable(),
  storage: text.nullable(),
  synonyms: z.string().describe('More words by which the search finds the product.'),
  crossBorder: z.boolean().describe('Ships across a border, in an order of its own.'),
  contactRequired: z.boolean().describe('The buyer names a verified contact.'),
  leadMinutes: z.int().describe('Minutes between order and hand-over; 0: the store’s own.'),
  maxPerOrder: z.int().nullable(),
  quantityStep: z.int(),
  minQuantity: z.int(),
  prepayment: prepayment.nullable(),
  noteAllowed: z.boolean().describe('Shoppers can add a note.'),
  windows: z.array(sellingWindow).describe('Empty: at all times.'),
  isShown: z.boolean(),
  isArchived: z.boolean(),
  publishedAt: instant.describe('Shoppers see the product from this time on.'),
})

const variantInput = z.strictObject({
  sku: z
    .string()
    .trim()
    .max(200)
    .describe('Empty: the shop chooses one for a new variant. Missing fields of others stay as they are.'),
  optionPair: z.string().max(400).optional(),
  price: amount,
  compareAtPrice: amount.nullable().optional(),
  memberPrice: amount.nullable().optional(),
  deposit: amount.optional(),
  taxClass: taxClass.nullable().optional(),
  barcode: z.string().trim().max(60).nullable().optional(),
  grams: z.int().min(1).max(10_000_000).nullable().optional(),
  isActive: z.boolean().optional(),
} satisfies Record<keyof typeof variantFields, z.ZodType>)

const quantity = z.int().min(1).max(maxQuantity)
const ids = (most: number) => z.array(id).max(most)

/** No product has more pictures than this, not even an imported product. */
const maxImages = 1000

/** The fields of a product as staff write them. Missing fields stay as they are. */
export const officeProductInput = z
  .strictObject({
    name: typedName(120),
    summary: typedText(300),
    description: typedText(4000),
    images: z
      .array(image.extend({ alt: typedText(200) }))
      .max(maxImages)
      .describe(`At most ${maxPictures}, or as many as the product has if an import stored more.`),
    categories: ids(50),
    tags: ids(100),
    brand: id.nullable(),
    related: ids(50),
    modifierGroups: ids(20),
    options: z
      .array(
        z.strictObject({
          id: optionId,
          name: typedName(60),
          values: z
            .array(z.strictObject({ id: optionId, name: typedName(60) }))
            .min(1)
            .max(100),
        }),
      )
      .max(maxOptions),
    variants: z
      .array(variantInput)
      .max(maxVariants)
      .refine((variants) => variants.some(({ isActive }) => isActive !== false))
      .describe('At least one that shoppers can buy. Missing variants stay, but shoppers can no longer buy them.'),
    taxClass,
    soldBy: z.enum(['piece', 'weight']),
    measure: measure.nullable(),
    clearance: z.boolean(),
    clearanceReason: typedText(200).nullable(),
    bestBefore: date.nullable(),
    diet: z.array(z.enum(diets)),
    allergens: z.array(z.string().max(60)).max(40),
    ingredients: typedText(2000).nullable(),
    origin: typedText(200).nullable(),
    storage: typedText(400).nullable(),
    synonyms: z.string().trim().max(1000),
    crossBorder: z.boolean(),
    contactRequired: z.boolean(),
    leadMinutes: z.int().min(0).max(maxLeadMinutes),
    maxPerOrder: quantity.nullable(),
    quantityStep: quantity,
    minQuantity: quantity,
    prepayment: z
      .union([
        z.strictObject({ percent: z.int().min(1).max(100) }),
        z.strictObject({ amount: z.int().min(1).max(maxAmount) }),
      ])
      .nullable(),
    noteAllowed: z.boolean(),
    windows: z.array(sellingWindow.extend({ name: typedText(60) }).refine(({ from, to }) => from < to)).max(10),
    isShown: z.boolean(),
    isArchived: z.boolean(),
    publishedAt: instant,
  } satisfies Record<keyof typeof productFields.shape, z.ZodType>)
  .partial()
/** The words and pictures of a product. The right `catalogue.words` lets staff write only these fields. */
export const productTexts = {
  name: true,
  summary: true,
  description: true,
  images: true,
  ingredients: true,
  origin: true,
  storage: true,
  synonyms: true,
} as const

/** All fields of a product. */
export type ProductFields = z.infer<typeof productFields>
/** The fields of a product that a change writes. */
export type OfficeProductInput = z.output<typeof officeProductInput>
