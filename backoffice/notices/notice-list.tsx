import { Link, useFetcher } from 'react-router'
import type { Notice } from '#contract/office/notices.ts'
import { Icon } from '#ui/icon.tsx'
import { useFrame } from '../core/me.ts'
import { timeOf } from '../core/texts.tsx'
import { Empty } from '../frame/page.tsx'
import { dayOf, describeNotice, monthDay } from './notice-texts.ts'
import { useNoticeTexts } from './texts.ts'
import './notices.css'

/**
 * Returns a function that marks notifications as read. The argument `read 12` marks notification 12, and `all 12` marks
 * all notifications up to 12.
 */
export function useMarkRead() {
  const { submit } = useFetcher()
  return (intent: string) => void submit({ intent }, { method: 'post', action: '/notices' })
}

/** Notifications, grouped by day. A notification links to the page about its subject, if there is such a page. */
export function NoticeList({ notices, heading: Heading }: { notices: Notice[]; heading: 'h2' | 'h3' }) {
  const { t, locale } = useNoticeTexts()
  if (notices.length === 0) return <Empty title={t('notice.empty')}>{t('notice.empty_help')}</Empty>
  const days = [...new Set(notices.map(({ at }) => dayOf(at)))]
  const today = new Date()
  const yesterday = new Date(today)
  yesterday.setDate(today.getDate() - 1)
  const nameOf = (day: string) => {
    if (day === dayOf(today)) return t('notice.today')
    return day === dayOf(yesterday) ? t('notice.yesterday') : monthDay(day, locale)
  }
  return (
    <div className="notices">
      {days.map((day) => (
        <section key={day} aria-label={nameOf(day)}>
          <Heading className="notices-day">{nameOf(day)}</Heading>
          <ul>
            {notices
              .filter(({ at }) => dayOf(at) === day)
              .map((notice) => (
                <Item key={notice.id} notice={notice} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Item({ notice }: { notice: Notice }) {
  const texts = useNoticeTexts()
  const { me } = useFrame()
  const read = useMarkRead()
  const { t, say, locale } = texts
  const { id, at, isRead, location } = notice
  const { title, details, icon, link } = describeNotice(notice, texts)
  const store = me.stores.length > 1 ? me.stores.find((one) => one.id === location) : undefined
  const facts = [...details, ...(store ? [say(store.name)] : [])]
  const markRead = () => {
    if (!isRead) read(`read ${id}`)
  }
  return (
    <li className={isRead ? 'notice' : 'notice notice-unread'}>
      <Icon name={icon} />
      <div>
        <p className="notice-title">
          {!isRead && <span className="visually-hidden">{t('notice.unread')}: </span>}
          {link ? (
            <Link to={link} onClick={markRead}>
              {title}
            </Link>
          ) : (
            <button type="button" aria-disabled={isRead} onClick={markRead}>
              {title}
              {!isRead && <span className="visually-hidden">. {t('notice.mark_read')}</span>}
            </button>
          )}
        </p>
        {facts.length > 0 && <p className="soft">{facts.join(' · ')}</p>}
      </div>
      <time className="soft" dateTime={at}>
        {timeOf(at, locale)}
      </time>
    </li>
  )
}

/**
 * The button that marks all notifications up to the newest as read. The button stays when all notifications are read,
 * so that it keeps the focus.
 */
export function MarkAll({ newest }: { newest: Notice | undefined }) {
  const { t } = useNoticeTexts()
  const { notices } = useFrame()
  const read = useMarkRead()
  const isDone = notices.unread === 0
  if (!newest) return null
  return (
    <button
      type="button"
      className="button button-quiet"
      aria-disabled={isDone}
      onClick={() => {
        if (!isDone) read(`all ${newest.id}`)
      }}
    >
      {t('notice.mark_all')}
    </button>
  )
}
