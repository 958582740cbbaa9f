import type { ChangeEvent } from 'react'
import { useState } from 'react'
import { noText } from '#contract/languages.ts'
import type { Image } from '#contract/shapes.ts'
import { Field } from '#ui/field.tsx'
import { Picture } from '#ui/picture.tsx'
import { uploadPicture } from '../core/api.ts'
import { textOf } from '../core/attempt.ts'
import { readRows, rowsInOrder } from './rows.ts'
import { useFormTexts } from './texts.ts'
import { useRows } from './use-rows.tsx'

const toRow = ({ alt: _, ...image }: Image) => ({ key: image.src, row: { image: JSON.stringify(image) } })

/** The picture in a form with a `PictureField`; null if there is none. */
export function pictureIn(form: FormData, name: string): Omit<Image, 'alt'> | null {
  const [stored] = rowsInOrder(readRows(textOf(form, name))).flatMap(({ row }) => row.image || [])
  return stored ? JSON.parse(stored) : null
}

interface PictureFieldProps {
  name: string
  label: string
  image: Image | null
}

/**
 * The field for one picture of a record, within an `EditForm`. The shop stores an uploaded file at once. The record
 * shows the picture only after the form is saved.
 */
export function PictureField({ name, label, image }: PictureFieldProps) {
  const { t } = useFormTexts()
  const [state, setState] = useState<'' | 'busy' | 'failed'>('')
  const list = useRows(name, image ? [toRow(image)] : [], {
    label: () => label,
    show: (_, value) => (value ? label : t('form.empty')),
  })
  const [shown] = list.rows.flatMap(({ row }) => row.image || [])

  function upload({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0]
    currentTarget.value = ''
    if (!file) return
    setState('busy')
    uploadPicture(file).then(
      (image) => {
        list.replace([toRow(image)])
        setState('')
      },
      () => setState('failed'),
    )
  }

  return (
    <div className="stack" aria-busy={state === 'busy'}>
      {list.field}
      {shown && (
        <div className="row picture-now">
          <Picture image={{ ...JSON.parse(shown), alt: noText }} sizes="160px" decorative />
          <button
            type="button"
            className="button button-quiet"
            aria-label={`${t('form.picture_remove')}: ${label}`}
            onClick={() => list.replace([])}
          >
            {t('form.picture_remove')}
          </button>
        </div>
      )}
      <Field
        name={`${name}_file`}
        data-part=""
        type="file"
        accept="image/*"
        label={t(shown ? 'form.picture_replace' : 'form.picture_add')}
        hint={t('form.picture_hint')}
        required={false}
        error={state === 'failed' ? t('form.picture_failed') : undefined}
        isErrorAlert
        onChange={upload}
      />
      <p className="soft" role="status">
        {state === 'busy' ? t('form.picture_busy') : ''}
      </p>
    </div>
  )
}
