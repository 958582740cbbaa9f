import { useRef } from 'react'
import { Form } from 'react-router'
import { Select } from '#ui/select.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { HistoryLink } from '../log/history-link.tsx'
import { useLabelTexts } from './texts.ts'

interface RemovalProps {
  id: string
  name: string
  version: string
  products: number
  /** The label of the button that opens the dialog. */
  button: string
  /**
   * The field for the brand or tag that replaces the deleted one: its label, the text of the option for no replacement,
   * and the other options.
   */
  into: { label: string; none: string; others: { value: string; label: string }[] }
}

/** A button that deletes a brand or a tag. Its dialog first says what happens to the products. */
export function Removal({ id, name, version, products, button, into }: RemovalProps) {
  const { t } = useLabelTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  return (
    <div className="row">
      <button type="button" className="button button-quiet" onClick={() => dialog.current?.showModal()}>
        {button}
      </button>
      <HistoryLink subject={id} />
      <dialog ref={dialog} className="dialog" aria-labelledby="label-question">
        <Form method="post" className="dialog-box stack" onSubmit={close}>
          <h2 id="label-question">{t('labels.delete_title', { name })}</h2>
          <p>{t('labels.delete_warning', { count: products })}</p>
          <input type="hidden" name="version" value={version} />
          {products > 0 && into.others.length > 0 && (
            <Select name="into" label={into.label} options={[{ value: '', label: into.none }, ...into.others]} />
          )}
          <div className="row">
            <SendButton intent="remove">{t('labels.delete_button')}</SendButton>
            <button type="button" className="button button-quiet" onClick={close}>
              {t('office.cancel')}
            </button>
          </div>
        </Form>
      </dialog>
    </div>
  )
}
