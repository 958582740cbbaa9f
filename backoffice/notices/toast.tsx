import type { ComponentProps, SyntheticEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Notice } from '#contract/office/notices.ts'
import { Icon } from '#ui/icon.tsx'
import { useUiTexts } from '#ui/texts.ts'
import { api } from '../core/api.ts'
import { useFrame } from '../core/me.ts'
import { useReading } from './notice-list.tsx'
import { noticeWords } from './notice-words.ts'
import { useNoticeTexts } from './texts.ts'

/** The minimum time between two messages, in milliseconds. Screen readers would skip messages that come faster. */
const apartMs = 3000
const shownMs = 8000

/**
 * Shows unread notifications that are newer than the notification `since`. Notifications that arrive within three
 * seconds after a message appear together in the next message.
 */
export function Toast({ since, open }: { since: number; open: () => void }) {
  const { newest } = useFrame().notices
  const told = useRef(since)
  const shownAt = useRef(0)
  const [shown, setShown] = useState<Notice[]>([])

  useEffect(() => {
    if (newest <= told.current) return
    const show = async () => {
      // If the request fails, the bell still shows the number. The next message then also contains these notifications.
      const { notices } = await api.notices.list({}).catch(() => ({ notices: [] }))
      const fresh = notices.filter((notice) => notice.id > told.current && !notice.isRead)
      if (fresh.length === 0) return
      told.current = fresh[0]?.id ?? newest
      shownAt.current = Date.now()
      setShown(fresh)
    }
    const timer = setTimeout(show, Math.max(0, shownAt.current + apartMs - Date.now()))
    return () => clearTimeout(timer)
  }, [newest])

  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    // Does not hide a message that is hovered or focused, because the staff member may be about to press its button.
    if (shown.length === 0 || isHeld) return
    const timer = setTimeout(() => setShown([]), shownMs)
    return () => clearTimeout(timer)
  }, [shown, isHeld])

  const close = () => {
    setShown([])
    setHeld(false)
  }
  const look = (event: SyntheticEvent) => setHeld(event.currentTarget.matches(':hover, :focus-within'))
  const hold = { onPointerEnter: look, onPointerLeave: look, onFocus: look, onBlur: look }
  const [first] = shown
  return first ? <Message first={first} count={shown.length} open={open} close={close} hold={hold} /> : null
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
  const read = useReading()
  const { t } = texts
  const { title, details, icon, link } = noticeWords(first, texts)
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
