import type { Client } from '#contract/client.ts'
import type { LiveRoom } from '#contract/identity.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { openMiniProgramPage } from '#storefront/core/mini-program.ts'
import { useShop } from '#storefront/core/shop.ts'
import { useDay } from '#storefront/core/time/use-day.ts'
import { EmptyList } from '#storefront/parts/empty-list.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import type { Route } from './+types/live'
import '#storefront/parts/plain-page.css'
import '#storefront/parts/empty-list.css'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ t }) => ({ title: t('live.title'), description: t('live.text') }))

const load = (api: Client) => api.wechat.liveRooms({})
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** The URL of a live room in WeChat's "live-player-plugin", inside the mini-program. */
const roomPage = (roomId: number) => `plugin-private://wx2b03c6e691cd7370/pages/live-player-plugin?room_id=${roomId}`

/** The livestream rooms, starting with the rooms in progress. Visitors can open a room only in the mini-program. */
export default function Live({ loaderData: { rooms } }: Route.ComponentProps) {
  const { t, app } = useShop()
  return (
    <div className="wrap user-page">
      <header>
        <h1>{t('live.title')}</h1>
        <p className="user-text">{t('live.text')}</p>
      </header>
      {rooms.length === 0 && <EmptyList text={t('live.none')} to="/store" />}
      <ul className="user-rows">
        {rooms.map((room) => (
          <Room key={room.roomId} room={room} canOpen={app.appDetail.isWmp} />
        ))}
      </ul>
    </div>
  )
}

function Room({ room: { roomId, name, anchorName, state, startsAt }, canOpen }: { room: LiveRoom; canOpen: boolean }) {
  const { t } = useShop()
  const moment = useDay({ withTime: true })
  return (
    <li>
      <span>
        <strong>{name}</strong>
        <small>
          <b>{t(`live.${state}`)}</b>
          {` · ${[moment(startsAt), t('live.with', { name: anchorName })].join(' · ')}`}
        </small>
      </span>
      {canOpen && state !== 'ended' && (
        <button
          type="button"
          className="button"
          aria-label={t('live.open_named', { name })}
          onClick={() => openMiniProgramPage(roomPage(roomId))}
        >
          {t('live.open')}
        </button>
      )}
    </li>
  )
}
