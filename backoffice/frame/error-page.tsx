import { useEffect } from 'react'
import { isRouteErrorResponse, Link, useRevalidator, useRouteError } from 'react-router'
import { ApiError } from '#contract/api-error.ts'
import { isSignedOut } from '../core/me.ts'
import { useTexts } from '../core/texts.tsx'

/** Shown while the first page loads, and before the redirect to the sign-in page. */
export function Loading() {
  const { t } = useTexts()
  return <p className="loading">{t('office.loading')}</p>
}

/** Shown instead of a page that could not be loaded. Explains what happened and what to do. */
export function ErrorPage() {
  const error = useRouteError()
  const { t } = useTexts()
  const { revalidate, state } = useRevalidator()
  const mustSignIn = isSignedOut(error)
  useEffect(() => {
    // Runs the frame's loader again. The loader redirects to the sign-in page. On a counter device, it redirects to the
    // list of staff members.
    if (mustSignIn) revalidate()
  }, [mustSignIn, revalidate])
  if (mustSignIn) return <Loading />
  const isForbidden = error instanceof ApiError && error.code === 'staff.no_right'
  const isMissing = (isRouteErrorResponse(error) || error instanceof ApiError) && error.status === 404
  return (
    <div className="empty" role="alert">
      <h1 className="empty-title">
        {isForbidden && t('office.no_right')}
        {isMissing && t('office.no_page')}
        {!isForbidden && !isMissing && t('office.error')}
      </h1>
      {isForbidden && <p>{t('office.no_right_help')}</p>}
      {isMissing && <p>{t('office.no_page_help')}</p>}
      {(isForbidden || isMissing) && (
        <p>
          <Link to="/">{t('office.today')}</Link>
        </p>
      )}
      {!isForbidden && !isMissing && (
        <>
          <p>{error instanceof ApiError ? error.message : t('office.offline')}</p>
          {error instanceof ApiError && error.requestId && <p>{t('office.reference', { id: error.requestId })}</p>}
          <button type="button" className="button" aria-disabled={state !== 'idle'} onClick={() => revalidate()}>
            {t('office.retry')}
          </button>
        </>
      )}
    </div>
  )
}
