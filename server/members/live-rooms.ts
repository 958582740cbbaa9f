import type { LiveRoom } from '#contract/identity.ts'
import { liveStates } from '#contract/identity.ts'
import type { App, Context } from '#server/platform/context.ts'
import { accessToken } from './wechat-tokens.ts'
import { post, readWeChat } from './wechat-wire.ts'

const cacheMs = 60_000
const maxRooms = 50
const cache = new WeakMap<App, { rooms: Promise<LiveRoom[]>; until: number }>()

/**
 * Livestream rooms of the shop's mini-program, cached for a minute. Rooms that are live now come first. Empty if the
 * shop has no mini-program, or if WeChat does not respond.
 */
export async function liveRooms(
  { app }: Context,
  { numberToLoad }: { numberToLoad: number },
): Promise<{ rooms: LiveRoom[] }> {
  const now = app.now().getTime()
  let cached = cache.get(app)
  if (!cached || now >= cached.until) {
    cached = { rooms: load(app), until: now + cacheMs }
    cache.set(app, cached)
  }
  return { rooms: (await cached.rooms).slice(0, numberToLoad) }
}

/** WeChat's `live_status`. Forbidden rooms (104) and rooms that never began (107) are not shown. */
const states: Record<number, LiveRoom['state']> = {
  101: 'live',
  102: 'upcoming',
  103: 'ended',
  105: 'paused',
  106: 'paused',
}

async function load(app: App): Promise<LiveRoom[]> {
  const weChat = readWeChat(app.config)
  if (!weChat?.miniProgram) return []
  const token = await accessToken(app, weChat, weChat.miniProgram)
  if (!token) return []
  const path = `/wxa/business/getliveinfo?${new URLSearchParams({ access_token: token })}`
  const response = await post(weChat, path, { start: 0, limit: maxRooms })
  const rows = response?.errcode === 0 && Array.isArray(response.room_info) ? response.room_info : []
  return rows.flatMap(toRoom).sort((one, other) => liveStates.indexOf(one.state) - liveStates.indexOf(other.state))
}

function toRoom(row: Record<string, unknown>): LiveRoom[] {
  const state = states[Number(row.live_status)]
  const roomId = Number(row.roomid)
  const [start, end] = [Number(row.start_time), Number(row.end_time)]
  if (!state || !Number.isSafeInteger(roomId) || !(start > 0) || !(end > 0)) return []
  const coverImage = String(row.cover_img ?? '')
  return [
    {
      roomId,
      name: String(row.name ?? '').slice(0, 100),
      // Changes http to https, because WeChat returns some URLs with http.
      coverImage: /^https?:\/\//.test(coverImage) ? coverImage.replace(/^http:/, 'https:') : '',
      anchorName: String(row.anchor_name ?? '').slice(0, 100),
      state,
      startsAt: new Date(start * 1000).toISOString(),
      endsAt: new Date(end * 1000).toISOString(),
    },
  ]
}
