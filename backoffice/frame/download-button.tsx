import type { ReactNode } from 'react'
import { useState } from 'react'
import { ErrorSummary } from '#ui/field.tsx'
import type { Attempt } from '../core/attempt.ts'
import { attemptOnPage } from '../core/attempt.ts'
import { useTexts } from '../core/texts.tsx'

interface DownloadProps<Result> {
  label: string
  /** The label while the server creates the file's URL. The default is `label`. */
  busy?: string
  className?: string
  /** Requests the file's URL from the server. */
  startExport: () => Promise<Result>
  /** A text that confirms the download. */
  confirm?: (result: Result) => ReactNode
}

/** A button that downloads a file. The server creates a URL for each download. */
export function DownloadButton<Result extends { address: string }>({
  label,
  busy = label,
  className = 'button button-quiet',
  startExport,
  confirm,
}: DownloadProps<Result>) {
  const { t } = useTexts()
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Attempt<Result>>()
  const download = async () => {
    setBusy(true)
    const result = await attemptOnPage(startExport(), t('office.offline'))
    setBusy(false)
    setOutcome(result)
    // The response is an attachment, so the browser downloads the file and does not leave the page.
    if (result.done) window.location.assign(result.done.address)
  }
  return (
    <>
      <button type="button" className={className} disabled={isBusy} onClick={() => void download()}>
        {isBusy ? busy : label}
      </button>
      {outcome?.errors && <ErrorSummary errors={outcome.errors} title={label} labels={{}} />}
      {confirm && (
        <span role="status" className="soft">
          {outcome?.done && confirm(outcome.done)}
        </span>
      )}
    </>
  )
}
