import type { ChangeEvent } from 'react'
import { useRef, useState } from 'react'
import type { ErrorItem } from '#contract/errors.ts'
import { Field } from '#ui/field.tsx'
import { uploadShopPicture } from '../core/api.ts'
import { attemptOnPage } from '../core/attempt.ts'
import { useTexts } from '../core/texts.tsx'
import { useLookTexts } from './texts.ts'

interface PictureUploadProps {
  use: 'logo' | 'favicon' | 'footerLogo'
  /** The URL of the stored picture. Empty if there is none. */
  stored: string
  /** The background colour on which shoppers see the picture. */
  ground?: string
  /** Called when the shop has stored a new picture. */
  onUpload?: () => void
}

/**
 * A picture of the shop: a preview and a file field. The server stores an uploaded file at once. The form then saves
 * the picture's URL.
 */
export function PictureUpload({ use, stored, ground, onUpload }: PictureUploadProps) {
  const { t } = useLookTexts()
  const { t: commonT } = useTexts()
  const [address, setAddress] = useState(stored)
  const [errors, setErrors] = useState<ErrorItem[]>()
  const [isBusy, setBusy] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const fileInput = () => box.current?.querySelector<HTMLInputElement>('input[type=file]')

  async function upload({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (!file) return
    setBusy(true)
    setErrors(undefined)
    const { done, errors } = await attemptOnPage(uploadShopPicture(use, file), commonT('office.offline'))
    setBusy(false)
    setErrors(errors)
    if (done) {
      setAddress(done.imageURL)
      onUpload?.()
    } else target.value = ''
  }

  function remove() {
    const input = fileInput()
    if (input) input.value = ''
    setAddress('')
    // Moves the focus, because the pressed button disappears.
    input?.focus()
  }

  return (
    <div className="stack shop-picture" ref={box} aria-busy={isBusy}>
      <input type="hidden" name={use} value={address} />
      <Field
        name={`${use}_file`}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        label={t(`look.${use}`)}
        hint={t(`look.${use}_hint`)}
        required={false}
        error={errors?.[0]?.message}
        isErrorAlert
        onChange={upload}
      />
      {address && (
        <div className="row">
          <img
            src={address}
            alt={t(`look.${use}`)}
            className={`picture-of-${use}`}
            style={ground ? { background: ground } : undefined}
          />
          <button
            type="button"
            className="button button-quiet"
            aria-label={`${t('look.remove')}: ${t(`look.${use}`)}`}
            onClick={remove}
          >
            {t('look.remove')}
          </button>
        </div>
      )}
      <p className="soft" role="status">
        {isBusy && t('look.uploading')}
        {!isBusy && address !== stored && t('look.preview')}
      </p>
    </div>
  )
}
