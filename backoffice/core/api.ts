import { ApiError } from '#contract/api-error.ts'
import type { ClientOf } from '#contract/client.ts'
import { clientOf } from '#contract/client.ts'
import { officeBase, officeXsrfCookie, xsrfHeader } from '#contract/constants.ts'
import type { StaffCalls } from '#contract/office/calls.ts'
import { officeRoutes } from '#contract/office/routes.ts'
import { listRoutes } from '#contract/route.ts'
import type { Image } from '#contract/shapes.ts'
import { confirmPerson } from './confirmation.ts'

/**
 * All staff calls as functions. They throw `ApiError` if the server rejects the call, and `TypeError` if the server
 * does not respond.
 */
export const api: ClientOf<StaffCalls> = clientOf<StaffCalls>(listRoutes(officeRoutes, officeBase), send, {
  xsrfToken: () => readCookie(officeXsrfCookie),
})

/** Stores a picture, or only the part of it that `crop` describes. Throws `ApiError` if the file is not a picture. */
export const uploadPicture = (file: File, crop?: string): Promise<Image> =>
  upload('/pictures', file, crop === undefined ? {} : { crop })

/** Stores a picture for the shop and returns its URL. Throws `ApiError` if the file is not a picture. */
export const uploadShopPicture = (use: string, file: File): Promise<{ imageURL: string }> =>
  upload(`/shop/pictures/${use}`, file)

/**
 * Sends a file with form fields and returns the server's response. Throws `ApiError` if the server rejects the file.
 */
export async function upload(path: string, file: File, words: Record<string, string> = {}) {
  const body = new FormData()
  for (const [name, word] of Object.entries(words)) body.set(name, word)
  body.set('file', file)
  const headers = { [xsrfHeader]: readCookie(officeXsrfCookie) ?? '' }
  const answer = await send(officeBase + path, { method: 'POST', headers, body })
  const said = await answer.json().catch(() => ({}))
  if (!answer.ok) throw new ApiError(answer.status, said)
  return said
}

/**
 * Sends a request. If the server first requires proof of identity, asks the staff member to confirm their identity.
 * After the confirmation, sends the request again.
 */
async function send(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, init)
  if (answer.status !== 403) return answer
  const error = new ApiError(
    answer.status,
    await answer
      .clone()
      .json()
      .catch(() => ({})),
  )
  if (error.code !== 'staff.confirm_required' || !(await confirmPerson())) return answer
  return fetch(url, init)
}

export function readCookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found && decodeURIComponent(found.slice(name.length + 1))
}
