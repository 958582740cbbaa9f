import { z } from 'zod'
import { registrationStarted, signedIn } from './account.ts'
import { shopCall, specificationCall } from './call.ts'
import type { ErrorCode } from './errors.ts'
import { heldReferral } from './referral.ts'
import { instant, locale, noInput } from './shapes.ts'

/** Companies whose accounts can be used to sign in to the shop. */
export const identityProvider = z.enum(['wechat', 'alipay'])
export type IdentityProvider = z.infer<typeof identityProvider>

/** The values that WeChat or Alipay sends back: a single-use code, and the `state` that this session sent. */
const providerCallback = z.strictObject({ code: z.string().min(1).max(300), state: z.string().min(1).max(128) })

/**
 * The result of a sign-in. `signedIn` is null if the identity has no account. The session then stores the identity for
 * ten minutes, for `register` or `link`.
 */
const signInResult = z.object({
  signedIn: signedIn.nullable(),
  nickname: z.string().describe('The name at the company; empty if unknown.'),
  next: z.string().nullable().describe('The shop path to open after the sign-in.'),
})
export type SignInResult = z.infer<typeof signInResult>

const register = {
  input: z.strictObject({
    name: z.string().trim().min(1).max(80),
    email: z.email().max(254),
    phone: z.string().max(30).optional(),
    locale: locale.optional(),
    news: z.boolean().optional(),
    ...heldReferral,
  }),
  output: registrationStarted,
}

const linkedIdentity = z.object({
  provider: identityProvider,
  nickname: z.string(),
  linkedAt: instant,
  mayUnlink: z.boolean().describe('Whether the member can still sign in without this identity.'),
})
const provenIdentity = z.object({
  provider: identityProvider,
  nickname: z.string(),
  other: z
    .object({ name: z.string(), email: z.string(), since: instant })
    .nullable()
    .describe('The account that already has the identity. The member can merge it into this one.'),
})
export const linkedAccounts = z
  .object({
    linked: z.array(linkedIdentity),
    proven: z
      .array(provenIdentity)
      .describe(
        'Identities that this session proved within the last ten minutes and that are not linked to this account.',
      ),
    offered: z.array(identityProvider).describe('Companies that the visitor can link in this environment.'),
  })
  .meta({ id: 'LinkedAccounts' })
export type LinkedAccounts = z.infer<typeof linkedAccounts>

const link = {
  input: providerCallback
    .partial()
    .refine(({ code, state }) => (code === undefined) === (state === undefined), 'code and state'),
  output: linkedAccounts,
}

export const liveStates = ['live', 'upcoming', 'paused', 'ended'] as const
const liveRoom = z.object({
  roomId: z.int(),
  name: z.string(),
  coverImage: z.string(),
  anchorName: z.string(),
  state: z.enum(liveStates),
  startsAt: instant,
  endsAt: instant,
})
export type LiveRoom = z.infer<typeof liveRoom>

const signInRefusals: ErrorCode[] = ['identity.expired', 'identity.refused', 'identity.down']
const registerRefusals: ErrorCode[] = ['identity.unproven', 'account.password_weak']

export const wechat = {
  settings: specificationCall('GET /wechat/enabled', {
    description: "Whether sign-in with WeChat is available, and the public ids of the shop's apps there; null: none.",
    input: noInput,
    output: z.object({
      enabled: z.boolean(),
      browserAppId: z.string().nullable().describe("The official account's app id, for WeChat's own browser."),
      websiteAppId: z.string().nullable().describe("The website's app id, for the QR code on a desktop screen."),
      miniProgramAppId: z.string().nullable(),
    }),
  }),
  signIn: specificationCall('POST /wechat/login', {
    description:
      "Signs in with WeChat's code. `identity.expired` without this session's state, `identity.refused`, " +
      '`identity.down`.',
    refusals: signInRefusals,
    limit: { points: 30, seconds: 600 },
    input: providerCallback,
    output: signInResult,
  }),
  register: specificationCall('POST /wechat/register', {
    description:
      'Starts a registration with the identity that this session has just proved, like `account.register`. ' +
      '`account.confirmRegistration` creates the account, in the same session. `identity.unproven`.',
    refusals: registerRefusals,
    limit: { points: 10, seconds: 600 },
    ...register,
  }),
  signInMiniProgram: specificationCall('POST /wechat/weChatlogin', {
    description:
      "Like `wechat.signIn`, with the code of `wx.login`. The client's open id is a hint and grants nothing.",
    refusals: signInRefusals,
    limit: { points: 30, seconds: 600 },
    input: providerCallback.extend({ weChatOpenId: z.string().max(128).optional() }),
    output: signInResult,
  }),
  link: specificationCall('POST /wechat/link', {
    access: 'member',
    description:
      'Links an identity to the signed-in member: that of the given code, or else the one that this session has ' +
      'just proved. `identity.taken` if another account has it; `account.recent_required` without a recent ' +
      'sign-in.',
    refusals: ['identity.taken', 'account.recent_required'],
    limit: { points: 20, seconds: 600 },
    ...link,
  }),
  linked: specificationCall('GET /wechat/bind', {
    access: 'member',
    description: 'Whether the member has a WeChat identity.',
    input: noInput,
    output: z.object({ wmpBind: z.boolean(), nickname: z.string().nullable() }),
  }),
  liveRooms: specificationCall('POST /wechat/weChatLivestreaminfo', {
    description: 'Live rooms, those on air first; empty if WeChat does not respond.',
    limit: { points: 60, seconds: 60 },
    input: z.strictObject({ numberToLoad: z.int().min(1).max(50).default(10) }),
    output: z.object({ rooms: z.array(liveRoom) }),
  }),
  shareSignature: shopCall('GET /wechat/share-signature', {
    description:
      "The input with which WeChat's script shares this page of the shop; `not_found` for any other address.",
    refusals: ['not_found'],
    limit: { points: 60, seconds: 60 },
    input: z.object({ url: z.string().max(2000) }),
    output: z.object({
      appId: z.string(),
      timestamp: z.int().describe('In seconds.'),
      nonceStr: z.string(),
      signature: z.string(),
      script: z.string().describe("The address of WeChat's script."),
    }),
  }),
}

export const alipay = {
  settings: specificationCall('GET /common3/apaId', {
    description: 'The app id for the browser; null if Alipay is not configured.',
    input: noInput,
    output: z.object({ apaId: z.string().nullable() }),
  }),
  signIn: specificationCall('POST /alipay/login', {
    description: "Like `wechat.signIn`, with Alipay's code.",
    refusals: signInRefusals,
    limit: { points: 30, seconds: 600 },
    input: providerCallback,
    output: signInResult,
  }),
  register: specificationCall('POST /alipay/register', {
    description: 'Like `wechat.register`.',
    refusals: registerRefusals,
    limit: { points: 10, seconds: 600 },
    ...register,
  }),
  link: specificationCall('POST /alipay/link', {
    access: 'member',
    description: 'Like `wechat.link`.',
    refusals: ['identity.taken', 'account.recent_required'],
    limit: { points: 20, seconds: 600 },
    ...link,
  }),
}

export const identity = {
  ways: shopCall('GET /identity/ways', {
    description: 'The companies that offer sign-in in this environment.',
    input: noInput,
    output: z.object({ ways: z.array(identityProvider) }),
  }),
  begin: shopCall('POST /identity/begin', {
    access: 'shopper',
    description:
      "Starts a sign-in. Returns the address of the company's page, or the page of the mini-program that hosts the " +
      'shop. Its state is valid in this session, once, for ten minutes. `identity.unavailable` if the company is not ' +
      'offered.',
    refusals: ['identity.unavailable'],
    limit: { points: 30, seconds: 600 },
    input: z.strictObject({
      provider: identityProvider,
      purpose: z.enum(['sign_in', 'link']),
      next: z.string().max(500).optional(),
    }),
    output: z.object({ place: z.enum(['page', 'mini_program']), url: z.string() }),
  }),
  linked: shopCall('GET /identity/linked', {
    access: 'member',
    description: "The member's WeChat and Alipay identities, each with whether the member can unlink it.",
    input: noInput,
    output: linkedAccounts,
  }),
  unlink: shopCall('POST /identity/unlink', {
    access: 'member',
    description:
      "Removes the identity from the account. `identity.last_way` if it is the member's last way to sign in.",
    refusals: ['identity.last_way', 'account.recent_required'],
    limit: { points: 20, seconds: 600 },
    input: z.strictObject({ provider: identityProvider }),
    output: linkedAccounts,
  }),
  merge: shopCall('POST /identity/merge', {
    access: 'member',
    description:
      "Merges the account of the identity just proved into the member's: orders, credit, addresses, cart, " +
      'coupons. A recent sign-in confirms this account; the company confirms the other. `identity.unproven`.',
    refusals: ['identity.unproven', 'account.recent_required'],
    limit: { points: 10, seconds: 600 },
    input: z.strictObject({ provider: identityProvider }),
    output: linkedAccounts,
  }),
}
