import { dateFormat } from '#contract/date-format.ts'
import type { Locale } from '#contract/languages.ts'
import { toLang } from '#contract/languages.ts'
import { formatMoney } from '#contract/money.ts'
import type { Notice } from '#contract/office/notices.ts'
import type { IconName } from '#ui/icon.tsx'
import type { useNoticeTexts } from './texts.ts'

type Texts = ReturnType<typeof useNoticeTexts>

interface NoticeText {
  title: string
  details: string[]
  icon: IconName
  /** The page about the notification's subject. Null if there is none. */
  link: string | null
}

const orderPage = (id: string) => `/orders/${id}`

/** The text of a notification, and the page it links to. */
export function describeNotice(notice: Notice, { t, say, locale }: Texts): NoticeText {
  const { kind, subject, data } = notice
  if (kind === 'order_placed') {
    const { code, pieces, method, date, time, table } = data
    const items = pieces === 1 ? t('notice.item') : t('notice.items', { count: pieces })
    const day = date && date !== dayOf(notice.at) ? monthDay(date, locale) : null
    const where = table && t('notice.at_table', { table })
    const when = [t(`method.${method}`), where, day, time].filter(Boolean).join(' ')
    return { title: t('notice.order_placed', { code }), details: [items, when], icon: 'cart', link: orderPage(subject) }
  }
  if (kind === 'cancel_asked')
    return { title: t('notice.cancel_asked', data), details: [], icon: 'alert', link: orderPage(subject) }
  if (kind === 'comment_received')
    return { title: t('notice.comment_received', data), details: [], icon: 'chat', link: orderPage(subject) }
  if (kind === 'payment_stuck') {
    const { amount, code } = data
    const details = [amount && formatMoney(amount, locale), code && t('notice.order', { code })]
    return {
      title: t('notice.payment_stuck'),
      details: details.filter((text) => text !== null),
      icon: 'wallet',
      link: '/payments',
    }
  }
  if (kind === 'group_reached')
    return { title: t('notice.group_reached', { title: say(data.title) }), details: [], icon: 'gift', link: null }
  if (kind === 'group_ended') {
    const title = t(data.isSuccess ? 'notice.group_succeeded' : 'notice.group_failed', { title: say(data.title) })
    return { title, details: [], icon: 'gift', link: null }
  }
  if (kind === 'task_failed')
    return { title: t('notice.task_failed'), details: [t('notice.task_help')], icon: 'alert', link: null }
  return {
    title: t('notice.new_device'),
    details: [t('notice.device_help', data)],
    icon: 'lock',
    link: '/me#devices',
  }
}

/** The date of an instant in this device's time zone: `2026-11-20`. */
export function dayOf(instant: string | Date): string {
  const at = new Date(instant)
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

/** A date as people write it: "Nov 20". */
export const monthDay = (day: string, locale: Locale) =>
  dateFormat(toLang(locale), { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(day))
