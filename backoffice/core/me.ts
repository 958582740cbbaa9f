import { redirect, useRouteLoaderData } from 'react-router'
import { ApiError } from '#contract/api-error.ts'
import type { NoticeState } from '#contract/office/notices.ts'
import type { Me } from '#contract/office/people.ts'
import type { Right } from '#contract/rights.ts'
import { api } from './api.ts'

/** The id of the route that contains all pages for signed-in staff members. */
export const frameRoute = 'frame'

interface FrameData {
  me: Me
  shopName: string
  /** The URL of the shop's icon or logo. */
  shopMark: string
  notices: NoticeState
  /** Whether this browser is a counter device, even if the staff member signed in with a password. */
  isDevice: boolean
}

let cachedFrame: FrameData | undefined

/**
 * Loads the signed-in staff member. Redirects other visitors to the sign-in page. On a counter device, redirects them
 * to the device's list of staff members. The redirect contains the path of the requested page, which opens after the
 * sign-in.
 */
export async function loadFrame({ request }: { request: Request }): Promise<FrameData> {
  try {
    const { me, ...more } = await api.people.status()
    cachedFrame = me ? { me, ...more } : undefined
    if (cachedFrame) return cachedFrame
    throw redirect(entrancePath(new URL(request.url), more))
  } catch (error) {
    // Without a network, returns the data of the last load, so that the page stays open with its unsaved input.
    if (cachedFrame && error instanceof TypeError) return cachedFrame
    throw error
  }
}

const entrancePath = ({ pathname, search }: URL, { isDevice }: { isDevice: boolean }) =>
  `${isDevice ? '/counter' : '/in'}?next=${encodeURIComponent(ownPath(pathname) + search)}`

/** Removes the prefix `/office` from a path, because the router adds this prefix itself. */
const ownPath = (pathname: string) => pathname.replace(/^\/office/, '') || '/'

/** The path to open after the sign-in. Always a page of the back office. */
export function nextPath(url: string): string {
  const next = new URL(url).searchParams.get('next') ?? '/'
  return /^\/(?!\/)/.test(next) ? next : '/'
}

/** The signed-in staff member and the shop, on pages within the frame. */
export function useFrame(): FrameData {
  const data = useRouteLoaderData<FrameData>(frameRoute)
  if (!data) throw new Error('a page is outside of the frame')
  return data
}

/** The number of unread notifications as text, at most "99+". */
export const unreadText = ({ unread }: NoticeState) => (unread > 99 ? '99+' : String(unread))

/** Whether the staff member has a right in at least one store. */
export const hasRight = (me: Me, right: Right) => me.rights[right] !== undefined

/** Whether the staff member has a right in this store, or in all stores if `location` is null. */
export function hasRightAt(me: Me, right: Right, location: string | null): boolean {
  const stores = me.rights[right]
  return stores === 'all' || (location !== null && (stores?.includes(location) ?? false))
}

/** Whether the staff member has `right` in at least one store in which they do not have `other`. */
export function hasRightWithout(me: Me, right: Right, other: Right): boolean {
  const [stores, others] = [me.rights[right], me.rights[other]]
  if (!stores || others === 'all') return false
  return stores === 'all' || stores.some((store) => !others?.includes(store))
}

/** Whether the call failed because the staff member must sign in. */
export const isSignedOut = (error: unknown) => error instanceof ApiError && error.code === 'staff.sign_in_required'
