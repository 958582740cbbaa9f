import { BlockList } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { adapters } from '#contract/analytics.ts'
import { limits } from '#contract/limits.ts'
import { keysOf } from '#contract/object-keys.ts'
import { readNetworks } from './http/networks.ts'
import { findIdentityProblem, identitySettings } from './identity-settings.ts'
import { findProviderProblem, providerSettings } from './provider-settings.ts'

const flag = z.stringbool()
const url = z.url().transform((value) => value.replace(/\/$/, ''))

/**
 * The shop's URL, normalized like an `Origin` header: `https://Shop.example:443/` becomes `https://shop.example`.
 */
const ownOrigin = z.url({ protocol: /^https?$/ }).transform((value, { addIssue }) => {
  const { origin, pathname, search, username } = new URL(value)
  if (pathname !== '/' || search || username) {
    addIssue({ code: 'custom', message: 'expected the scheme and the host only, such as https://shop.example' })
  }
  return origin
})

/** A list of networks, such as `private,203.0.113.0/24`. */
const networks = z.string().transform((value, { addIssue }) => {
  const blockList = readNetworks(value)
  if (!blockList)
    addIssue({ code: 'custom', message: 'expected private, any, addresses or networks such as 203.0.113.0/24' })
  return blockList ?? new BlockList()
})

/**
 * A comma-separated list of `id:key`, with the newest key first. A key is 32 bytes in base64, which
 * `openssl rand -base64 32` prints.
 */
const sealingKeys = z.string().transform((value, { addIssue }) =>
  value.split(',').map((part) => {
    const [id = '', text = ''] = part.trim().split(':')
    const key = Buffer.from(text, 'base64')
    if (!/^[\w-]{1,20}$/.test(id) || key.length !== 32) {
      addIssue({ code: 'custom', message: 'expected id:key,id:key with keys of 32 bytes in base64' })
    }
    return { id, key }
  }),
)

const address = /[^\s@,;:<>"()[\]\\]+@[^\s@,;:<>"()[\]\\]+/.source
/** The sender of emails: an address, or a name with the address in angle brackets. */
const mailSender = z
  .string()
  .trim()
  .regex(new RegExp(`^(${address}|[^<>]*<${address}>)$`), 'expected an address, or Name <address>')

const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_LISTEN_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  // More connections do not make orders faster, but each connection uses resources of the database: see decision 006.
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(8),
  DATABASE_LOCK_WAIT_MS: z.coerce.number().int().min(100).max(60_000).default(limits.lockWaitMs),
  PUBLIC_URL: ownOrigin.optional(),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  APP_SECRET: z.string().min(32).optional(),
  STAFF_SECRET: z.string().min(32).optional(),
  STAFF_NETWORKS: networks.default(networks.parse('private')),
  OFFICE_NETWORKS: networks.default(networks.parse('any')),
  TRUST_PROXY: z.coerce.number().int().min(0).max(5).default(0),
  RATE_LIMIT_FACTOR: z.coerce.number().min(0.01).max(1_000_000).default(1),
  DEMO: flag.default(true),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: mailSender.optional(),
  OFFLINE: flag.default(true),
  ANALYTICS: z.enum(adapters).default('none'),
  PROVIDER_URL: z.string().default('/api/docs'),
  HOLD_MINUTES: z.coerce.number().int().min(1).max(120).default(15),
  SNAPPAY_URL: url.optional(),
  SNAPPAY_MERCHANT_NO: z.string().default('901800000116'),
  SNAPPAY_STORE_NO: z.string().default('80519419'),
  SNAPPAY_APP_ID: z.string().default('demo-app'),
  SNAPPAY_KEY: z.string().default('demo-key-of-the-stand-in'),
  ...providerSettings,
  ...identitySettings,
  CONTACT_KEYS: sealingKeys.default([]),
  PAYPAL_URL: url.optional(),
  PAYPAL_CLIENT_ID: z.string().default('demo-client'),
  PAYPAL_SECRET: z.string().default('demo-secret-of-the-stand-in'),
  PAYPAL_MERCHANT_ID: z.string().default('DEMOMERCHANT1'),
  PAYPAL_WEBHOOK_ID: z.string().default('DEMO-WEBHOOK-1'),
  PROVIDER_TIMEOUT_MS: z.coerce.number().int().min(50).max(60_000).default(10_000),
  LOG: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('warn'),
})

/**
 * The providers with a built-in demonstration secret. Each key is the setting of the provider's URL, and each value is
 * the setting of its secret. A public shop that sets the URL must also set the secret.
 */
export const providerSecrets = {
  SNAPPAY_URL: 'SNAPPAY_KEY',
  PAYPAL_URL: 'PAYPAL_SECRET',
} as const satisfies Record<string, keyof typeof environment.shape>

/** The names of all settings. */
export const settingNames: string[] = Object.keys(environment.shape)

export type Config = Omit<z.output<typeof environment>, 'DATA_DIR' | 'MAIL_FROM'> & {
  DATA_DIR: string
  MAIL_FROM: string
}

/** Invalid settings. The message has one line per problem, with the name of the setting and the expected value. */
export class ConfigError extends Error {}

/**
 * Reads the settings from the environment. No other code of the server reads the environment. Throws `ConfigError` with
 * one line per problem.
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const values = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = environment.safeParse(values)
  if (!result.success) {
    throw new ConfigError(
      result.error.issues.map((issue) => `${issue.path.join('.')} is wrong: ${issue.message}`).join('\n'),
    )
  }
  const { data } = result
  const config = { ...data, DATA_DIR: resolve(data.DATA_DIR), MAIL_FROM: data.MAIL_FROM ?? defaultSender(data) }
  if (config.DATABASE_LISTEN_URL && !config.DATABASE_URL) {
    throw new ConfigError('DATABASE_LISTEN_URL needs DATABASE_URL: the embedded PostgreSQL has one address only.')
  }
  refuseDemoSecrets(config)
  const problem = findProviderProblem(config) ?? findIdentityProblem(config)
  if (problem) throw new ConfigError(problem)
  return config
}

/** The default sender address, without a display name. Emails then use the shop's name as the display name. */
function defaultSender({ DEMO, PUBLIC_URL }: z.infer<typeof environment>): string {
  if (DEMO) return 'hello@lantern-lane.example'
  return `shop@${PUBLIC_URL ? new URL(PUBLIC_URL).hostname : 'localhost'}`
}

function refuseDemoSecrets(config: Config) {
  const isPublic = config.PUBLIC_URL?.startsWith('https:') ?? false
  if (!isPublic) return
  if (config.DEMO)
    throw new ConfigError('DEMO must be false where PUBLIC_URL is https: the demonstration has known passwords.')
  for (const url of keysOf(providerSecrets)) {
    const secret = providerSecrets[url]
    if (config[url] && config[secret] === environment.shape[secret].parse(undefined)) {
      throw new ConfigError(`${secret} must be set where ${url} is: the built-in one belongs to the demonstration.`)
    }
  }
}
