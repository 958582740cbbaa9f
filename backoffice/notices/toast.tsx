import type { ComponentProps, SyntheticEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Notice } from '#contract/office/notices.ts'
import { Icon } from '#ui/icon.tsx'
import { useUiTexts } from '#ui/texts.ts'
import { api } from '../core/api.ts'
import { useFrame } from '../core/me.ts'
import { useMarkRead } from './notice-list.tsx'
import { describeNotice } from './notice-texts.ts'
import { useNoticeTexts } from './texts.ts'

/** The minimum time between two messages, in milliseconds. Screen readers would skip messages that come faster. */
const minIntervalMs = 3000
const displayMs = 8000

/**
 * Shows unread notifications that are newer than the notification `since`. Notifications that arrive within three
 * seconds after a message appear together in the next message.
 */
export function Toast({ since, open }: { since: number; open: () => void }) {
  const { newest } = useFrame().notices
  const lastShownId = useRef(since)
  const shownAt = useRef(0)
  const [shown, setShown] = useState<Notice[]>([])

  useEffect(() => {
    if (newest <= lastShownId.current) return
    const show = async () => {
      // If the request fails, no message appears. The bell still shows how many notifications are unread, and the next
      // message also contains the notifications of this request.
      const { notices } = await api.notices.list({}).catch(() => ({ notices: [] }))
      const fresh = notices.filter((notice) => notice.id > lastShownId.current && !notice.isRead)
      if (fresh.length === 0) return
      lastShownId.current = fresh[0]?.id ?? newest
      shownAt.current = Date.now()
      setShown(fresh)
    }
    const timer = setTimeout(show, Math.max(0, shownAt.current + minIntervalMs - Date.now()))
    return () => clearTimeout(timer)
  }, [newest])

  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    // Does not hide a message that is hovered or focused, because the staff member may be about to press its button.
    if (shown.length === 0 || isPaused) return
    const timer = setTimeout(() => setShown([]), displayMs)
    return () => clearTimeout(timer)
  }, [shown, isPaused])

  const close = () => {
    setShown([])
    setPaused(false)
  }
  const updatePaused = (event: SyntheticEvent) => setPaused(event.currentTarget.matches(':hover, :focus-within'))
  const pauseHandlers = {
    onPointerEnter: updatePaused,
    onPointerLeave: updatePaused,
    onFocus: updatePaused,
    onBlur: updatePaused,
  }
  const [first] = shown
  return first ? <Message first={first} count={shown.length} open={open} close={close} hold={pauseHandlers} /> : null
}

interface MessageProps {
  first: Notice
  count: number
  open: () => void
  close: () => void
  /** Event handlers that keep the message visible while it is hovered or focused. */
  hold: ComponentProps<'section'>
}

function Message({ first, count, open, close, hold }: MessageProps) {
  const texts = useNoticeTexts()
  const ui = useUiTexts()
  const read = useMarkRead()
  const { t } = texts
  const { title, details, icon, link } = describeNotice(first, texts)
  return (
    <section className="toast" aria-label={t('office.notices')} {...hold}>
      <Icon name={count > 1 ? 'bell' : icon} />
      <div>
        <p className="notice-title">{count > 1 ? t('notice.several', { count }) : title}</p>
        <p className="soft">{count > 1 ? title : details.join(' · ')}</p>
      </div>
      {count === 1 && link ? (
        <Link
          className="button button-quiet"
          to={link}
          onClick={() => {
            read(`read ${first.id}`)
            close()
          }}
        >
          {t('notice.open')}
        </Link>
      ) : (
        <button
          type="button"
          className="button button-quiet"
          onClick={() => {
            close()
            open()
          }}
        >
          {t('notice.open')}
        </button>
      )}
      <button type="button" className="icon-button" aria-label={ui.t('shell.close')} onClick={close}>
        <Icon name="close" />
      </button>
    </section>
  )
}
