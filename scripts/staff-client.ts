import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { isIPv6 } from 'node:net'
import type { ClientOf, Transport } from '#contract/client.ts'
import { clientOf } from '#contract/client.ts'
import type { Locale } from '#contract/languages.ts'
import type { StaffCalls } from '#contract/office/calls.ts'
import { listStaffCalls } from '#contract/office/calls.ts'
import type { Config } from '#server/platform/config.ts'
import { isLocalHost } from '#server/platform/http/hosts.ts'
import { readStaffSecret } from '#server/platform/http/staff-secret.ts'
import { findRunningShop } from '#server/platform/running-shop.ts'

type All = ClientOf<StaffCalls>
/** The staff calls that commands make. */
export type StaffClient = All['staff'] & Pick<All['people'], 'ownerLink'>

/** The input of a staff call. */
export type InputOf<Name extends keyof StaffClient> = Parameters<StaffClient[Name]>[0]

/** The URL of the running shop, and the secret for its staff calls. */
export interface StaffEndpoint {
  url: string
  /** The shop's own host name, which the shop requires in the `Host` header. */
  host: string
  secret: string | null
}

export class NotRunningError extends Error {}

const timeoutMs = 30_000

/**
 * Finds the running shop. Uses the URL `address`, else the shop that uses the data folder, else the shop on `HOST` and
 * `PORT`.
 */
export async function findStaffEndpoint(config: Config, address?: string): Promise<StaffEndpoint> {
  const url = address ?? (await findLocalUrl(config))
  const secret = config.STAFF_SECRET ?? (await readStaffSecret(config.DATA_DIR))
  return { url, host: new URL(address ?? config.PUBLIC_URL ?? url).host, secret }
}

async function findLocalUrl({ DATA_DIR, HOST, PORT }: Config): Promise<string> {
  const runningShop = await findRunningShop({ DATA_DIR })
  const host = runningShop?.host ?? HOST
  const port = runningShop?.port ?? PORT
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

/** Whether it is safe to send the secret to this address: only over TLS, or within this machine. */
export function isSafe({ url }: StaffEndpoint): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isLocalHost(hostname)
}

/**
 * The staff calls of a shop as functions. They throw `ApiError` if the shop refuses, and `NotRunningError` if it does
 * not respond.
 */
export function createStaffClient(endpoint: StaffEndpoint, locale: Locale): StaffClient {
  const { staff, people } = clientOf<StaffCalls>(listStaffCalls(), transportTo(endpoint, locale))
  return { ...staff, ownerLink: people.ownerLink }
}

// Uses the modules `node:http` and `node:https`: `fetch` cannot send a custom `Host`, and the shop accepts only its own
// host name.
function transportTo({ url, host, secret }: StaffEndpoint, locale: Locale): Transport {
  return (path, init) =>
    new Promise((resolve, reject) => {
      const address = new URL(path, url)
      const send = address.protocol === 'https:' ? secure : plain
      const headers = Object.fromEntries(new Headers(init.headers))
      const request = send(
        address,
        {
          method: init.method,
          timeout: timeoutMs,
          headers: { ...headers, host, 'accept-language': locale, authorization: `Bearer ${secret}` },
        },
        async (response) => {
          const chunks: Buffer[] = []
          for await (const chunk of response) chunks.push(chunk)
          resolve(new Response(Buffer.concat(chunks), { status: response.statusCode ?? 500 }))
        },
      )
      request.on('timeout', () => request.destroy(new Error('timeout')))
      request.on('error', (error) => reject(new NotRunningError(error.message)))
      request.end(init.body)
    })
}
