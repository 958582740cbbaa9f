import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Locale } from '#contract/languages.ts'
import { inEach, startingWith, toLang } from '#contract/languages.ts'
import type { LibraryPicture } from '#contract/office/media.ts'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { OnceButton } from '#ui/once-button.tsx'
import { Picture } from '#ui/picture.tsx'
import { api } from '../core/api.ts'
import { attemptOnPage, textOf } from '../core/attempt.ts'
import { useTexts } from '../core/texts.tsx'
import { nameOfUse, pathOfUse, pictureName, sizeWords } from './picture-facts.ts'
import { useMediaTexts } from './texts.ts'

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }))

interface PictureRowProps {
  picture: LibraryPicture
  mayWrite: boolean
  onCropped: () => void
  onRemoved: () => void
}

/** A picture of the library: its facts, the records that show it, and its alternative text. */
export function PictureRow({ picture, mayWrite, onCropped, onRemoved }: PictureRowProps) {
  const texts = useMediaTexts()
  const { t, locale, when } = texts
  const { t: common } = useTexts()
  const [isCropping, setCropping] = useState(false)
  const [state, setState] = useState<{ isBusy?: boolean; note?: string; error?: string }>({})
  const { image, bytes, addedAt, fileName } = picture
  const name = pictureName(picture, texts)

  async function run(work: Promise<unknown>, then: () => void) {
    setState({ isBusy: true })
    const { errors } = await attemptOnPage(work, common('office.offline'))
    setState(errors ? { error: errors[0]?.message ?? '' } : {})
    if (!errors) then()
  }

  const save = (form: HTMLFormElement) => {
    const data = new FormData(form)
    const alt = inEach((locale) => textOf(data, `alt_${locale}`))
    run(api.staff.writePicture({ picture: picture.picture, alt }), () => setState({ note: t('media.saved') }))
  }
  const tool = (label: string, icon: 'trash' | 'crop', work: () => void) => (
    <button type="button" className="icon-button" aria-label={t('media.of', { what: label, name })} onClick={work}>
      <Icon name={icon} />
    </button>
  )

  return (
    <li className="media-item">
      <a
        className="media-picture"
        href={`${image.src}/${Math.max(...image.widths)}.webp`}
        target="_blank"
        rel="noreferrer"
      >
        <Picture image={{ ...image, alt: inEach(() => name) }} sizes="128px" />
      </a>
      <div className="media-facts">
        <p className="media-name">{name}</p>
        <p className="soft">
          {`${image.width} × ${image.height} · ${sizeWords(bytes, locale)}`}
          {fileName && ` · ${when(addedAt)}`}
        </p>
        <Uses picture={picture} />
        {mayWrite && (
          <div className="row media-tools">
            {tool(t('crop.open'), 'crop', () => setCropping(true))}
            {tool(t('media.remove'), 'trash', () =>
              run(api.staff.removePicture({ picture: picture.picture }), onRemoved),
            )}
          </div>
        )}
      </div>
      {mayWrite ? (
        <form
          className="media-texts"
          onSubmit={(event) => {
            event.preventDefault()
            save(event.currentTarget)
          }}
        >
          {startingWith(locale).map((one) => (
            <Field
              key={one}
              name={`alt_${one}`}
              label={t(`media.alt_${one}`)}
              lang={toLang(one)}
              defaultValue={image.alt[one]}
              maxLength={200}
              required={false}
              onInput={() => setState({})}
            />
          ))}
          <div className="row">
            <OnceButton
              className="button button-quiet"
              isBusy={state.isBusy ?? false}
              aria-label={t('media.of', { what: common('office.save'), name })}
            >
              {common('office.save')}
            </OnceButton>
            <span className="soft media-state" role="status">
              {state.note}
            </span>
          </div>
        </form>
      ) : (
        <div className="media-texts">
          {startingWith(locale).map((one: Locale) => (
            <p key={one} lang={toLang(one)}>
              {image.alt[one]}
            </p>
          ))}
        </div>
      )}
      {state.error && (
        <p className="field-error media-error" role="alert">
          {state.error}
        </p>
      )}
      {isCropping && (
        <Suspense>
          <CropDialog image={image} onCropped={onCropped} onClose={() => setCropping(false)} />
        </Suspense>
      )}
    </li>
  )
}

function Uses({ picture: { uses, usesCount } }: { picture: LibraryPicture }) {
  const texts = useMediaTexts()
  const { t } = texts
  const shown = uses.slice(0, 4)
  if (shown.length === 0) return <p className="state state-late">{t('media.unused')}</p>
  return (
    <p className="media-uses">
      <span className="soft">{t('media.shown_in')} </span>
      {shown.map((use, at) => {
        const path = pathOfUse(use)
        const words = nameOfUse(use, texts)
        return (
          <span key={`${use.kind} ${use.id}`}>
            {at > 0 && ' · '}
            {path ? <Link to={path}>{words}</Link> : words}
          </span>
        )
      })}
      {usesCount > shown.length && ` ${t('media.more_uses', { count: usesCount - shown.length })}`}
    </p>
  )
}
