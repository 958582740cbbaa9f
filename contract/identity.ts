import { z } from 'zod'
import { registrationStarted, signedIn } from './account.ts'
import { heldReferral } from './referral.ts'
import { instant, locale, noInput } from './shapes.ts'

/** Companies whose members may be known here: who signs in there is signed in here. */
export const identityProvider = z.enum(['wechat', 'alipay'])
export type IdentityProvider = z.infer<typeof identityProvider>

/** What comes back from the company: its code, good for one use, and the state that this session set out with. */
const arrival = z.strictObject({ code: z.string().min(1).max(300), state: z.string().min(1).max(128) })

/**
 * Who arrived: a member, who is signed in now; or (null) somebody whose identity no account has. That one is kept for ten
 * minutes with the session, for `register` or `link`.
 */
const arrived = z.object({
  signedIn: signedIn.nullable(),
  /** What they are called there; empty where it is not told. */
  nickname: z.string(),
  /** Where they wanted to go then: a path of ours. */
  next: z.string().nullable(),
})
export type Arrived = z.infer<typeof arrived>

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
  /** Whether another way to sign in remains without it. */
  mayUnlink: z.boolean(),
})
const provenIdentity = z.object({
  provider: identityProvider,
  nickname: z.string(),
  /** The account that has it already, which may be merged into this one. */
  other: z.object({ name: z.string(), email: z.string(), since: instant }).nullable(),
})
export const linkedAccounts = z.object({
  linked: z.array(linkedIdentity),
  /** What this session showed within the last ten minutes and is not linked here. */
  proven: z.array(provenIdentity),
  /** What can be linked from where the visitor looks at the shop. */
  offered: z.array(identityProvider),
})
export type LinkedAccounts = z.infer<typeof linkedAccounts>

const link = {
  input: arrival
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

export const wechat = {
  /** Whether somebody can sign in with WeChat, and the public ids of the shop's apps there; null: there is none. */
  settings: {
    input: noInput,
    output: z.object({
      enabled: z.boolean(),
      /** The official account's, for WeChat's own browser. */
      browserAppId: z.string().nullable(),
      /** The website's, for the code on a desk's screen. */
      websiteAppId: z.string().nullable(),
      miniProgramAppId: z.string().nullable(),
    }),
  },
  /** Signs in with WeChat's code. `identity.expired` without the state of this session, `identity.refused`, `identity.down`. */
  signIn: { input: arrival, output: arrived },
  /**
   * Starts a registration for the identity that this session has just shown there, as `account.register` does: the account begins
   * with `account.confirmRegistration`, in the same session. `identity.unproven`.
   */
  register,
  /** As `wechat.signIn`, with the code of `wx.login`. The open id that the client says is a hint, and grants nothing. */
  signInMiniProgram: { input: arrival.extend({ weChatOpenId: z.string().max(128).optional() }), output: arrived },
  /**
   * Links an identity to the member who is signed in: the one that comes back with a code, or (without) the one that this
   * session has just shown. `identity.taken` where another account has it. Refuses a sign-in of long ago.
   */
  link,
  /** Whether the member has a WeChat identity; changes nothing. */
  linked: { input: noInput, output: z.object({ wmpBind: z.boolean(), nickname: z.string().nullable() }) },
  /** Live rooms to show, those that are on first; none where WeChat does not answer. */
  liveRooms: {
    input: z.strictObject({ numberToLoad: z.int().min(1).max(50).default(10) }),
    output: z.object({ rooms: z.array(liveRoom) }),
  },
  /** What WeChat's own script takes to share the page at this address of the shop; `not_found` for any other. */
  shareSignature: {
    input: z.object({ url: z.string().max(2000) }),
    output: z.object({
      appId: z.string(),
      /** Seconds. */
      timestamp: z.int(),
      nonceStr: z.string(),
      signature: z.string(),
      /** Where WeChat's script lies. */
      script: z.string(),
    }),
  },
}

export const alipay = {
  /** The app id that the browser needs; null where Alipay is not set. */
  settings: { input: noInput, output: z.object({ apaId: z.string().nullable() }) },
  /** As `wechat.signIn`, with Alipay's code. */
  signIn: { input: arrival, output: arrived },
  /** As `wechat.register`. */
  register,
  /** As `wechat.link`. */
  link,
}

export const identity = {
  /** With what somebody can sign in from where they look at the shop. */
  ways: { input: noInput, output: z.object({ ways: z.array(identityProvider) }) },
  /**
   * Sets out to a company: answers the address of its page, or the page of the mini-program that carries the shop. The
   * state in it belongs to this session, ten minutes long, for one return. `identity.unavailable` where it is not offered.
   */
  begin: {
    input: z.strictObject({
      provider: identityProvider,
      purpose: z.enum(['sign_in', 'link']),
      next: z.string().max(500).optional(),
    }),
    output: z.object({ place: z.enum(['page', 'mini_program']), url: z.string() }),
  },
  /** The member's WeChat and Alipay, and whether another way to sign in remains. */
  linked: { input: noInput, output: linkedAccounts },
  /** Takes the identity off the account. `identity.last_way` where nothing else would let the member in. */
  unlink: { input: z.strictObject({ provider: identityProvider }), output: linkedAccounts },
  /**
   * Makes the account that has the identity just shown one with the member's: orders, credit, addresses, cart, coupons.
   * Both are confirmed: this one by a recent sign-in, that one by its company. `identity.unproven`.
   */
  merge: { input: z.strictObject({ provider: identityProvider }), output: linkedAccounts },
}
