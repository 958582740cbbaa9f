import { lazy, Suspense, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { unreadText, useFrame } from '../core/me.ts'
import { useTexts } from '../core/texts.tsx'

const NoticePanel = lazy(async () => ({ default: (await import('../notices/notice-panel.tsx')).NoticePanel }))
const Toast = lazy(async () => ({ default: (await import('../notices/toast.tsx')).Toast }))

/** The bell with the number of unread notifications. Its panel and its toasts load on demand. */
export function Bell() {
  const { notices } = useFrame()
  const { t } = useTexts()
  const [initialNewest] = useState(notices.newest)
  const [openCount, setOpenCount] = useState(0)
  const open = () => setOpenCount((times) => times + 1)
  const count = unreadText(notices)
  return (
    <>
      <button
        type="button"
        className="icon-button bell"
        aria-haspopup="dialog"
        aria-label={notices.unread > 0 ? t('office.notices_unread', { count }) : t('office.notices')}
        onClick={open}
      >
        <Icon name="bell" />
        {notices.unread > 0 && <span className="bell-count">{count}</span>}
      </button>
      {/* Screen readers announce changes only in a region that already exists. So the page always contains this region,
          even if it is empty. */}
      <div className="toasts" role="status">
        <Suspense>{notices.newest > initialNewest && <Toast since={initialNewest} open={open} />}</Suspense>
      </div>
      <Suspense>{openCount > 0 && <NoticePanel openCount={openCount} />}</Suspense>
    </>
  )
}
