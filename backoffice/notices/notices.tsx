import { Link, useLoaderData } from 'react-router'
import { api } from '../core/api.ts'
import { textOf } from '../core/attempt.ts'
import { isSignedOut } from '../core/me.ts'
import { Page } from '../frame/page.tsx'
import { MarkAll, NoticeList } from './notice-list.tsx'
import { useNoticeTexts } from './texts.ts'

/** Loads a page of notifications. `before` in the URL is the id of the last notification of the previous page. */
export function loader({ request }: { request: Request }) {
  const before = Number(new URL(request.url).searchParams.get('before'))
  const list = api.notices.list(before > 0 ? { before } : {})
  // The panel opens on top of a page that may have unsaved input. An error page must not replace that page, so the
  // panel gets null if the list cannot be loaded.
  return new URL(request.url).searchParams.has('panel') ? orNull(list) : list
}

/** Returns null if a call fails. But if the call fails because the staff member must sign in, throws the error. */
const orNull = <Result,>(work: Promise<Result>) =>
  work.catch((error) => {
    if (isSignedOut(error)) throw error
    return null
  })

/** Marks one notification as read, or all notifications up to it. If the call fails, the notifications stay unread. */
export async function action({ request }: { request: Request }) {
  const [intent, id] = textOf(await request.formData(), 'intent').split(' ')
  return orNull(api.notices.read(intent === 'all' ? { upTo: Number(id) } : { notice: Number(id) }))
}

/** `/office/notices`: the notifications of the last 30 days. */
export function Component() {
  const { t } = useNoticeTexts()
  // The loader returns null only for the panel, so this page never uses the fallback for null.
  const { notices, hasMore } = useLoaderData<typeof loader>() ?? { notices: [], hasMore: false }
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
