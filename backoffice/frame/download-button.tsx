import type { ReactNode } from 'react'
import { useState } from 'react'
import { ErrorSummary } from '#ui/field.tsx'
import type { Attempt } from '../core/attempt.ts'
import { attemptOnPage } from '../core/attempt.ts'
import { useTexts } from '../core/texts.tsx'

interface DownloadProps<Answer> {
  label: string
  /** The label while the server creates the file's URL. The default is `label`. */
  busy?: string
  className?: string
  /** Requests the file's URL from the server. */
  ask: () => Promise<Answer>
  /** A text that confirms the download. */
  confirm?: (answer: Answer) => ReactNode
}

/** A button that downloads a file. The server creates a URL for each download. */
export function DownloadButton<Answer extends { address: string }>({
  label,
  busy = label,
  className = 'button button-quiet',
  ask,
  confirm,
}: DownloadProps<Answer>) {
  const { t } = useTexts()
  const [isBusy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<Attempt<Answer>>()
  const download = async () => {
    setBusy(true)
    const result = await attemptOnPage(ask(), t('office.offline'))
    setBusy(false)
    setAnswer(result)
    // The response is an attachment, so the browser downloads the file and does not leave the page.
    if (result.done) window.location.assign(result.done.address)
  }
  return (
    <>
      <button type="button" className={className} disabled={isBusy} onClick={() => void download()}>
        {isBusy ? busy : label}
      </button>
      {answer?.errors && <ErrorSummary errors={answer.errors} title={label} labels={{}} />}
      {confirm && (
        <span role="status" className="soft">
          {answer?.done && confirm(answer.done)}
        </span>
      )}
    </>
  )
}
