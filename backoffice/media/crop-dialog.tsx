import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { PercentCrop } from 'react-image-crop'
import { centerCrop, makeAspectCrop, ReactCrop } from 'react-image-crop'
import type { Image } from '#contract/shapes.ts'
import { Icon } from '#ui/icon.tsx'
import { OnceButton } from '#ui/once-button.tsx'
import { api, uploadPicture } from '../core/api.ts'
import { attemptOnPage } from '../core/attempt.ts'
import { useTexts } from '../core/texts.tsx'
import { isolatedEvents } from './isolated-events.ts'
import { usePictureTexts } from './texts.ts'
import 'react-image-crop/dist/ReactCrop.css'
import './crop.css'

interface CropDialogProps {
  image: Image
  /**
   * The file that the staff member uploaded on this page. The server crops this file instead of the stored picture,
   * because the file is sharper.
   */
  original?: File | undefined
  onCropped: (image: Image) => void
  onClose: () => void
}

/** The dialog that crops a stored picture to a square. The server crops the picture and turns photographs upright. */
export function CropDialog({ image, original, onCropped, onClose }: CropDialogProps) {
  const { t } = usePictureTexts()
  const { t: commonT } = useTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  const [cropBox, setCropBox] = useState<PercentCrop>(() => centredSquare(image))
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')

  useEffect(() => dialog.current?.showModal(), [])

  async function crop() {
    setBusy(true)
    setError('')
    const shares = [cropBox.x, cropBox.y, cropBox.width, cropBox.height].map((percent) => shareOf(percent))
    const crop = shares.join(',')
    const work = original
      ? uploadPicture(original, crop)
      : api.staff.cropPicture({ picture: image.src.replace('/media/', ''), crop })
    const { done, errors } = await attemptOnPage(work, commonT('office.offline'))
    setBusy(false)
    if (!done) return setError(errors?.[0]?.message ?? '')
    onCropped(done)
    dialog.current?.close()
  }

  return createPortal(
    <dialog
      ref={dialog}
      className="dialog crop-dialog"
      aria-labelledby="crop-title"
      onClose={onClose}
      {...isolatedEvents}
    >
      <form
        className="dialog-box"
        onSubmit={(event) => {
          event.preventDefault()
          crop()
        }}
      >
        <div className="dialog-head">
          <h2 id="crop-title">{t('crop.title')}</h2>
          <button
            type="button"
            className="icon-button"
            aria-label={t('office.cancel')}
            onClick={() => dialog.current?.close()}
          >
            <Icon name="close" />
          </button>
        </div>
        <div className="stack">
          <p className="soft">{t('crop.hint')}</p>
          <div className="crop-area">
            <ReactCrop
              crop={cropBox}
              aspect={1}
              keepSelection
              minWidth={24}
              ruleOfThirds
              ariaLabels={{
                cropArea: t('crop.frame'),
                nwDragHandle: t('crop.corner', { number: 1 }),
                neDragHandle: t('crop.corner', { number: 2 }),
                seDragHandle: t('crop.corner', { number: 3 }),
                swDragHandle: t('crop.corner', { number: 4 }),
                nDragHandle: '',
                eDragHandle: '',
                sDragHandle: '',
                wDragHandle: '',
              }}
              onChange={(_, percent) => setCropBox(percent)}
            >
              <img
                src={`${image.src}/${Math.max(...image.widths)}.webp`}
                alt=""
                width={image.width}
                height={image.height}
              />
            </ReactCrop>
          </div>
          {error && (
            <p className="field-error" role="alert">
              {error}
            </p>
          )}
          <div className="row">
            <OnceButton isBusy={isBusy}>{t('crop.use')}</OnceButton>
            <button type="button" className="button button-quiet" onClick={() => dialog.current?.close()}>
              {t('office.cancel')}
            </button>
          </div>
          <p className="soft" role="status">
            {isBusy && t('crop.busy')}
          </p>
        </div>
      </form>
    </dialog>,
    document.body,
  )
}

/**
 * Returns the largest square in the middle of a picture. In a square picture, returns a square with 80 % of the
 * picture's width and height.
 */
function centredSquare({ width, height }: Image): PercentCrop {
  const share = width === height ? 80 : 100
  const side = width > height ? { height: share } : { width: share }
  return centerCrop(makeAspectCrop({ unit: '%', ...side }, 1, width, height), width, height)
}

/** Converts a percentage to a fraction between 0 and 1, the format that the server expects. */
const shareOf = (percent: number) =>
  (Math.round(Math.min(1, Math.max(0, percent / 100)) * 1e6) / 1e6).toFixed(6).replace(/\.?0+$/, '')
