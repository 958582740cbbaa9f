import { Link, useLoaderData } from 'react-router'
import { api } from '../core/api.ts'
import { textOf } from '../core/attempt.ts'
import { Page } from '../frame/page.tsx'
import { MarkAll, NoticeList } from './notice-list.tsx'
import { useNoticeTexts } from './texts.ts'

/** Loads a page of notifications; `before` in the address is the last one of the page before. */
export function loader({ request }: { request: Request }) {
  const before = Number(new URL(request.url).searchParams.get('before'))
  return api.notices.list(before > 0 ? { before } : {})
}

/** Marks one notification as read, or all up to one. */
export async function action({ request }: { request: Request }) {
  const [intent, id] = textOf(await request.formData(), 'intent').split(' ')
  return api.notices.read(intent === 'all' ? { upTo: Number(id) } : { notice: Number(id) })
}

/** `/office/notices`: the notifications of the last 30 days. */
export function Component() {
  const { t } = useNoticeTexts()
  const { notices, hasMore } = useLoaderData<typeof loader>()
  return (
    <Page title={t('office.notices')} intro={t('notice.intro')} action={<MarkAll newest={notices[0]} />}>
      <div className="card">
        <NoticeList notices={notices} heading="h2" />
      </div>
      {hasMore && (
        <Link className="button button-quiet" to={`?before=${notices.at(-1)?.id}`}>
          {t('notice.older')}
        </Link>
      )}
    </Page>
  )
}
