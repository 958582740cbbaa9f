import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import type { ClientOf, Transport } from '#contract/client.ts'
import { clientOf } from '#contract/client.ts'
import type { Locale } from '#contract/languages.ts'
import type { StaffCalls } from '#contract/office/calls.ts'
import { listStaffCalls } from '#contract/office/calls.ts'
import type { Config } from '#server/platform/config.ts'
import { readStaffSecret } from '#server/platform/http/staff-secret.ts'
import { findPort } from '#server/platform/running-shop.ts'

type All = ClientOf<StaffCalls>
/** The staff calls that commands make. */
export type StaffClient = All['staff'] & Pick<All['people'], 'ownerLink'>

/** The input of a staff call. */
export type InputOf<Name extends keyof StaffClient> = Parameters<StaffClient[Name]>[0]

/** The URL of the running shop, and the secret for its staff calls. */
export interface Door {
  url: string
  /** The shop's own host name, which the shop requires in the `Host` header. */
  host: string
  secret: string | null
}

export class NotRunning extends Error {}

const timeoutMs = 30_000

/** Finds the running shop. Uses the URL `given`, else the shop that uses the data folder, else the shop on `PORT`. */
export async function findDoor(config: Config, given?: string): Promise<Door> {
  const url = given ?? `http://127.0.0.1:${(await findPort(config)) ?? config.PORT}`
  const secret = config.STAFF_SECRET ?? (await readStaffSecret(config.DATA_DIR))
  return { url, host: new URL(given ?? config.PUBLIC_URL ?? url).host, secret }
}

/** Whether it is safe to send the secret to this address: only over TLS, or within this machine. */
export function isSafe({ url }: Door): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/**
 * The staff calls of a shop as functions. They throw `ApiError` if the shop refuses, and `NotRunning` if it does not
 * respond.
 */
export function openDoor(door: Door, locale: Locale): StaffClient {
  const { staff, people } = clientOf<StaffCalls>(listStaffCalls(), transportTo(door, locale))
  return { ...staff, ownerLink: people.ownerLink }
}

// Uses the modules `node:http` and `node:https`: `fetch` cannot send a custom `Host`, and the shop accepts only its own
// host name.
function transportTo({ url, host, secret }: Door, locale: Locale): Transport {
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
        async (answer) => {
          const chunks: Buffer[] = []
          for await (const chunk of answer) chunks.push(chunk)
          resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode ?? 500 }))
        },
      )
      request.on('timeout', () => request.destroy(new Error('timeout')))
      request.on('error', (error) => reject(new NotRunning(error.message)))
      request.end(init.body)
    })
}
