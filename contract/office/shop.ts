import { z } from 'zod'
import { staffCall } from '../call.ts'
import { uploadBytes } from '../constants.ts'
import { noInput } from '../shapes.ts'

/** Staff calls of the owner about the whole shop. Their fields have the names of app info. */

const colour = z.string().regex(/^#[\da-f]{6}$/i)
const pair = z.strictObject({ color: colour, background: colour }).describe('Text and background: `#c23f16`.')
/** A stored picture, or one of another site; empty: none. */
const picture = z
  .string()
  .max(500)
  .regex(/^(|\/media\/[\da-f]{32}\/\d{1,5}\.(png|webp)|https:\/\/\S+)$/)
const httpsAddress = z
  .string()
  .trim()
  .max(500)
  .refine((text) => text === '' || (text.startsWith('https://') && URL.canParse(text)), {
    params: { message: 'field.https' },
  })
const shopName = z.string().trim().min(1).max(80)

const identity = z.strictObject({
  storeName: shopName,
  storeLogo: z.enum(['1', '2']).describe("'1' the name as text, '2' the logo."),
  logo: picture,
  favicon: picture.describe('The icon in browsers and on home screens.'),
  footerLogo: picture,
})
const css = z.strictObject({
  varButton: pair,
  varHeaderNavActive: pair.describe('The current entry of the header menu.'),
  varSideMenu: pair,
  varFooter: pair,
})
const headerControl = z.strictObject({
  notDisplayheaderInMP: z.boolean(),
  notDisplayheaderInAli: z.boolean(),
  notDisplayheaderInMobile: z.boolean(),
  notDisplayheaderInDesktop: z.boolean(),
})
const poweredBy = z.strictObject({
  hidePowerBy: z.boolean(),
  powerByName: z.string().trim().max(80),
  powerByFullUrl: httpsAddress,
  showPowerByNameOnly: z.boolean(),
})
const parts = { identity, css, headerControl, poweredBy }

const shopSettings = z.object({
  version: z.int().describe('Sent back with a change: an older one is refused with `staff.stale`.'),
  isNamed: z.boolean().describe('The owner has changed the name of a new shop.'),
  ...parts,
})
/** The settings of the whole shop. */
export type ShopDetail = z.infer<typeof shopSettings>
/** The parts of the settings, which a change names one by one. */
export type ShopParts = z.infer<z.ZodObject<typeof parts>>

/** Pictures of the shop, by their fields in `identity`. */
export const shopPictures = ['logo', 'favicon', 'footerLogo'] as const

export const shopStaffCalls = {
  shopSettings: staffCall('GET /shop', {
    right: 'shop.write',
    place: 'shop',
    description: 'The settings of the whole shop.',
    input: noInput,
    output: shopSettings,
  }),
  writeShop: staffCall('POST /shop', {
    right: 'shop.write',
    place: 'shop',
    description:
      'Writes parts of the settings of the whole shop, each as a whole; missing parts stay. `staff.stale` if somebody ' +
      'changed them meanwhile, `shop.contrast` for a new pair of colours that is hard to read.',
    refusals: ['staff.stale', 'shop.contrast'],
    input: z.strictObject({ version: z.int(), ...z.object(parts).partial().shape }),
    output: shopSettings,
  }),
  addShopPicture: staffCall('POST /shop/pictures/:use', {
    right: 'shop.write',
    place: 'shop',
    description:
      'Stores a picture for the shop and answers its address, which `staff.writeShop` takes. An icon becomes a square ' +
      'with empty margins. `input.picture` for files other than JPEG, PNG and WebP.',
    refusals: ['input.picture'],
    takesFile: true,
    limit: { points: 100, seconds: 3600 },
    input: z.strictObject({ use: z.enum(shopPictures), file: z.file().max(uploadBytes) }),
    output: z.object({ imageURL: z.string() }),
  }),
}
