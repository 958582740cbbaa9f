import { useState } from 'react'
import { ErrorSummary } from '#ui/field.tsx'
import type { Attempt } from '../core/attempt.ts'
import { attemptOnPage } from '../core/attempt.ts'
import { useTexts } from '../core/texts.tsx'

interface DownloadProps {
  label: string
  /** The label while the server prepares the file. */
  busy?: string
  /** Asks the server for the address of the file. */
  ask: () => Promise<{ address: string }>
}

/** A button that downloads a file, and shows why if the server refuses. */
export function DownloadButton({ label, busy = label, ask }: DownloadProps) {
  const { t } = useTexts()
  const [isBusy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<Attempt<{ address: string }>>()
  const download = async () => {
    setBusy(true)
    const result = await attemptOnPage(ask(), t('office.offline'))
    setBusy(false)
    setAnswer(result)
    // The server answers with an attachment, so the browser downloads the file and does not leave the page.
    if (result.done) window.location.assign(result.done.address)
  }
  return (
    <>
      <button type="button" className="button button-quiet" disabled={isBusy} onClick={() => void download()}>
        {isBusy ? busy : label}
      </button>
      {answer?.errors && <ErrorSummary errors={answer.errors} title={label} labels={{}} />}
    </>
  )
}
