import { useState } from 'react'
import { toLang } from '#contract/languages.ts'
import { exportMessages } from '#contract/messages/office-export.ts'
import { ErrorSummary } from '#ui/field.tsx'
import { api } from '../core/api.ts'
import type { Attempt } from '../core/attempt.ts'
import { attemptOnPage } from '../core/attempt.ts'
import { useTextsWith } from '../core/texts.tsx'
import { Card } from '../frame/page.tsx'

export const useExportTexts = () => useTextsWith(exportMessages)

type Answer = Attempt<Awaited<ReturnType<typeof api.staff.exportProducts>>>

/** A button that downloads a file with all products, and confirms that the download has started. */
export function ExportButton({ className = 'button button-quiet' }: { className?: string }) {
  const { t, locale } = useExportTexts()
  const [isBusy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<Answer>()
  const download = async () => {
    setBusy(true)
    const result = await attemptOnPage(api.staff.exportProducts({}), t('office.offline'))
    setBusy(false)
    setAnswer(result)
    // The server answers with an attachment, so the browser downloads the file and does not leave the page.
    if (result.done) window.location.assign(result.done.address)
  }
  return (
    <>
      <button type="button" className={className} disabled={isBusy} onClick={() => void download()}>
        {t(isBusy ? 'export.busy' : 'export.button')}
      </button>
      {answer?.errors && <ErrorSummary errors={answer.errors} title={t('export.button')} labels={{}} />}
      <span role="status" className="soft">
        {answer?.done && t('export.started', { count: answer.done.products.toLocaleString(toLang(locale)) })}
        {answer?.done && answer.done.memberships > 0 && (
          <> {t('export.left_out', { count: answer.done.memberships })}</>
        )}
      </span>
    </>
  )
}

/** A card that explains the exported file. */
export function ExportCard() {
  const { t } = useExportTexts()
  return (
    <Card title={t('export.title')}>
      <p className="soft">{t('export.hint')}</p>
      <div className="row">
        <ExportButton />
      </div>
    </Card>
  )
}
