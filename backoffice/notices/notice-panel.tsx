import { useEffect } from 'react'
import { Link, useFetcher } from 'react-router'
import { Dialog, openDialog } from '#ui/dialog.tsx'
import { MarkAll, NoticeList } from './notice-list.tsx'
import type { loader } from './notices.tsx'
import { useNoticeTexts } from './texts.ts'

const id = 'notices'

/** The panel with the newest notifications. It opens whenever `openCount` increases. */
export function NoticePanel({ openCount }: { openCount: number }) {
  const { t } = useNoticeTexts()
  const { data, load, state } = useFetcher<typeof loader>()
  useEffect(() => {
    if (openCount === 0) return
    void load('/notices?panel')
    openDialog(id)
  }, [openCount, load])
  return (
    <Dialog id={id} title={t('office.notices')} className="notice-panel">
      {data ? (
        <>
          <MarkAll newest={data.notices[0]} />
          <NoticeList notices={data.notices} heading="h3" />
          {data.hasMore && (
            <Link className="button button-quiet" to="/notices">
              {t('notice.all')}
            </Link>
          )}
        </>
      ) : (
        <p className="soft">{state === 'idle' && data === null ? t('notice.not_loaded') : t('office.loading')}</p>
      )}
    </Dialog>
  )
}
