import { z } from 'zod'
import { adapters } from './analytics.ts'
import { specificationCall } from './call.ts'
import { linkActions } from './constants.ts'
import { perLocale } from './languages.ts'
import { listedLocation } from './locations.ts'
import { locale, text } from './shapes.ts'

const nameContent = z.object(perLocale(() => z.string().optional()))

const leaf = z.object({
  name: z.string(),
  nameContent: nameContent.optional(),
  link: z.string().optional(),
  navLink: z.object({ storeLocationId: z.string().optional(), targetLink: z.string().optional() }).optional(),
  linkActionType: z.enum(linkActions).optional(),
  icon: z.string().optional(),
})
/**
 * A menu entry (specification, section 3). Its name is the text of `nameContent` in the page's language, or `name` if
 * that text is missing.
 */
export const menuItem = leaf.extend({ subMenu: z.array(leaf).optional() }).meta({ id: 'MenuItem' })
export type MenuItem = z.infer<typeof menuItem>

const pageLink = z.object({ pageURL: z.string().optional() })
const colours = z.object({ color: z.string().optional(), background: z.string().optional() })

/** `body.appContent`: all data of the shell (specification, section 3, App info). */
export const appContent = z.object({
  storeName: z.string(),
  storeLogo: z.enum(['1', '2']).describe("'1' the name as text, '2' the logo."),
  logo: z.object({ imageURL: z.string().optional() }),
  favicon: z.object({ imageURL: z.string().optional() }),
  footerLogo: z.object({ imageURL: z.string().optional() }),
  appDetail: z.object({
    isWmp: z.boolean(),
    wmpBind: z.boolean(),
    appDomain: z.string(),
    cdnpath: z.string(),
    caid: z.string(),
    isAac: z.boolean(),
    isMobile: z.boolean(),
    isDeskTop: z.boolean(),
    locid: z.string(),
    locname: z.string(),
    version: z
      .string()
      .describe("Our addition: the running version, and the server's clock at the time of the response."),
    serverTime: z.string(),
    utcOffset: z
      .int()
      .nullable()
      .describe(
        "Our addition: minutes that the visitor's clock is ahead of UTC, if the browser sent it; never in cached " +
          'pages.',
      ),
    providerURL: z.string().describe("Our addition: the website of the software's maker."),
    analytics: z
      .enum(adapters)
      .describe('Our addition: the destination of events of consenting shoppers; `none`: no events and no question.'),
  }),
  labels: z
    .record(z.string(), text)
    .describe("The merchant's own texts for the shell, by key, in both languages; missing keys keep the default."),
  css: z.object({
    varFooter: colours,
    varButton: colours,
    varSideMenu: colours,
    varHeaderNavActive: colours,
  }),
  navigation: z.object({
    headerMenu: z.array(menuItem),
    sideMenu: z.array(menuItem),
    footerMenu: z.array(menuItem),
    footerTabs: z.array(menuItem),
  }),
  headerControl: z.object({
    notDisplayheaderInMP: z.boolean(),
    notDisplayheaderInAli: z.boolean(),
    notDisplayheaderInMobile: z.boolean(),
    notDisplayheaderInDesktop: z.boolean(),
  }),
  system: z.object({
    appMessage: z.object({
      currentLocale: locale,
      applicationMessage: z.object({ messages: z.record(z.string(), z.string()) }),
    }),
    social: z.object({
      instagram: pageLink.extend({ userName: z.string().optional() }),
      facebook: pageLink,
      twitter: pageLink,
      youTube: pageLink,
      linkedin: pageLink,
      pinterest: pageLink,
    }),
    payment: z.object({
      supportVisa: z.boolean(),
      supportMasterCard: z.boolean(),
      supportAmex: z.boolean(),
      supportPayPal: z.boolean(),
      supportWeChatPay: z.boolean(),
      supportAliPay: z.boolean(),
      supportUnionPay: z.boolean(),
      supportInterac: z.boolean().optional().describe('Our addition.'),
      supportApplePay: z.boolean().optional().describe('Our addition.'),
      supportGooglePay: z.boolean().optional().describe('Our addition.'),
      defaultCurrency: z.object({ currencyType: z.string(), currencyCode: z.string() }),
      exchangeCurrencies: z.array(z.object({ currencyCode: z.string() })),
    }),
    appConfig: z.object({
      hidePowerBy: z.boolean(),
      powerByName: z.string().optional(),
      powerByFullUrl: z.string().optional(),
      showPowerByNameOnly: z.boolean(),
      enableUserAccounts: z.boolean(),
      enableCheckout: z.boolean(),
      enableMultiLocationSelection: z.boolean(),
      showSoldCounts: z.boolean().optional().describe('Our addition: whether pages show how many pieces were sold.'),
      enableWeChatMiniProgramPromotion: z.boolean(),
      weChatMiniProgramPromotionURL: z
        .string()
        .optional()
        .describe("Our addition: WeChat's link to the mini-program's promotion page, such as a URL Link."),
      supportedLanguages: z.array(locale),
    }),
    storeLocations: z.array(listedLocation),
  }),
})
export type AppContent = z.infer<typeof appContent>

/** The data of a signed-in visitor that the shell shows. */
export const user = z
  .object({
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    locale,
    profileImage: z.string().nullable(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof user>

const visitor = z.object({
  user: user.nullable(),
  userID: z.string().nullable(),
  lastLoginDate: z.string().nullable(),
  myID: z.string().nullable().describe("The member's own referral id."),
  referrerUserGroup: z.string().nullable(),
  membership: z.string().nullable(),
  memberPrices: z.boolean().describe('Our addition: whether the visitor pays member prices.'),
})
/** The data of the visitor that the shell uses. */
export type Visitor = z.infer<typeof visitor>
export const appInfo = visitor.extend({ appContent })
export type AppInfo = z.infer<typeof appInfo>

export const shell = {
  appInfo: specificationCall('GET /common3/appInfoInit', {
    description:
      "All data of the shell, and the visitor's. `loc` selects a pickup store; the call ignores an unknown one.",
    input: z.object({ loc: z.string().max(200).optional() }),
    output: appInfo,
  }),
  timeZone: specificationCall('POST /common3/timeZoneInfo/GMT', {
    description: "Stores the visitor's UTC offset for the display of times; all rules use the store's clock.",
    input: z.strictObject({ offsetMinutes: z.int().min(-840).max(840) }),
    output: z.object({ offsetMinutes: z.int() }),
  }),
  changeLocale: specificationCall('GET /common3/changeLocale/:locale', {
    description: "Stores the visitor's language and returns every text in it.",
    changesState: true,
    input: z.object({ locale }),
    output: z.object({
      currentLocale: locale,
      applicationMessage: z.object({ messages: z.record(z.string(), z.string()) }),
    }),
  }),
}
