import { ApiError } from '#contract/api-error.ts'
import type { ClientOf } from '#contract/client.ts'
import { clientOf } from '#contract/client.ts'
import { officeBase, officeXsrfCookie, xsrfHeader } from '#contract/constants.ts'
import type { StaffCalls } from '#contract/office/calls.ts'
import { officeRoutes } from '#contract/office/routes.ts'
import { listRoutes } from '#contract/route.ts'
import type { Image } from '#contract/shapes.ts'
import { requestConfirmation } from './confirmation.ts'

/**
 * All staff calls as functions. They throw `ApiError` if the server rejects the call, and `TypeError` if the server
 * does not respond.
 */
export const api: ClientOf<StaffCalls> = clientOf<StaffCalls>(listRoutes(officeRoutes, officeBase), send, {
  xsrfToken: () => readCookie(officeXsrfCookie),
})

/**
 * Like `api`, for calls that a page makes while the browser leaves the page. The browser completes these calls after
 * the page is gone. Their inputs must be small, because browsers limit the bodies of such requests to 64 KiB.
 */
export const leavingApi: ClientOf<StaffCalls> = clientOf<StaffCalls>(
  listRoutes(officeRoutes, officeBase),
  (url, init) => fetch(url, { ...init, keepalive: true }),
  { xsrfToken: () => readCookie(officeXsrfCookie) },
)

/** Stores a picture, or only the part of it that `crop` describes. Throws `ApiError` if the file is not a picture. */
export const uploadPicture = (file: File, crop?: string): Promise<Image> =>
  upload('/pictures', file, crop === undefined ? {} : { crop })

/** Stores a picture for the shop and returns its URL. Throws `ApiError` if the file is not a picture. */
export const uploadShopPicture = (use: string, file: File): Promise<{ imageURL: string }> =>
  upload(`/shop/pictures/${use}`, file)

/**
 * Sends a file with form fields and returns the server's response. Throws `ApiError` if the server rejects the file.
 */
export async function upload(path: string, file: File, fields: Record<string, string> = {}) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('file', file)
  const headers = { [xsrfHeader]: readCookie(officeXsrfCookie) ?? '' }
  const response = await send(officeBase + path, { method: 'POST', headers, body })
  const responseBody = await response.json().catch(() => ({}))
  if (!response.ok) throw new ApiError(response.status, responseBody)
  return responseBody
}

/**
 * Sends a request. If the server first requires proof of identity, asks the staff member to confirm their identity.
 * After the confirmation, sends the request again.
 */
async function send(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (response.status !== 403) return response
  const error = new ApiError(
    response.status,
    await response
      .clone()
      .json()
      .catch(() => ({})),
  )
  if (error.code !== 'staff.confirm_required' || !(await requestConfirmation())) return response
  return fetch(url, init)
}

export function readCookie(name: string): string | undefined {
  const match = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return match && decodeURIComponent(match.slice(name.length + 1))
}
