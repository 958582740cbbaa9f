import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Locale } from '#contract/languages.ts'
import { localesFrom, perLocale, toLang } from '#contract/languages.ts'
import type { LibraryPicture } from '#contract/office/media.ts'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { OnceButton } from '#ui/once-button.tsx'
import { Picture } from '#ui/picture.tsx'
import { api } from '../core/api.ts'
import { attemptOnPage, textOf } from '../core/attempt.ts'
import { useTexts } from '../core/texts.tsx'
import { formatSize, labelOfUse, pathOfUse, pictureName } from './picture-facts.ts'
import { useMediaTexts } from './texts.ts'

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }))

interface PictureRowProps {
  picture: LibraryPicture
  mayWrite: boolean
  onCropped: () => void
  onRemoved: () => void
}

/** The state of the last change to a picture. */
interface WorkState {
  isBusy?: boolean
  note?: string
  error?: string
}

/** A picture of the library: its facts, the records that show it, and its alternative text. */
export function PictureRow({ picture, mayWrite, onCropped, onRemoved }: PictureRowProps) {
  const texts = useMediaTexts()
  const { t, locale, when } = texts
  const { t: commonT } = useTexts()
  const [isCropping, setCropping] = useState(false)
  const [state, setState] = useState<WorkState>({})
  const { image, bytes, addedAt, fileName } = picture
  const name = pictureName(picture, texts)

  async function run(work: Promise<unknown>, then: () => void) {
    setState({ isBusy: true })
    const { errors } = await attemptOnPage(work, commonT('office.offline'))
    setState(errors ? { error: errors[0]?.message ?? '' } : {})
    if (!errors) then()
  }

  const save = (form: FormData) => {
    const alt = perLocale((locale) => textOf(form, `alt_${locale}`))
    run(api.staff.writePicture({ picture: picture.picture, alt }), () => setState({ note: t('media.saved') }))
  }
  const toolButton = (label: string, icon: 'trash' | 'crop', work: () => void) => (
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
        <Picture image={{ ...image, alt: perLocale(() => name) }} sizes="128px" />
      </a>
      <div className="media-facts">
        <p className="media-name">{name}</p>
        <p className="soft">
          {`${image.width} × ${image.height} · ${formatSize(bytes, locale)}`}
          {fileName && ` · ${when(addedAt)}`}
        </p>
        <Uses picture={picture} />
        {mayWrite && (
          <div className="row media-tools">
            {toolButton(t('crop.open'), 'crop', () => setCropping(true))}
            {toolButton(t('media.remove'), 'trash', () =>
              run(api.staff.removePicture({ picture: picture.picture }), onRemoved),
            )}
          </div>
        )}
      </div>
      {mayWrite ? (
        <AltForm image={image} name={name} state={state} onInput={() => setState({})} save={save} />
      ) : (
        <div className="media-texts">
          {localesFrom(locale).map((fieldLocale: Locale) => (
            <p key={fieldLocale} lang={toLang(fieldLocale)}>
              {image.alt[fieldLocale]}
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

interface AltFormProps {
  image: LibraryPicture['image']
  name: string
  state: WorkState
  onInput: () => void
  save: (form: FormData) => void
}

/** The picture's alternative text in each language. */
function AltForm({ image, name, state, onInput, save }: AltFormProps) {
  const { t, locale } = useMediaTexts()
  const { t: commonT } = useTexts()
  return (
    <form
      className="media-texts"
      onSubmit={(event) => {
        event.preventDefault()
        save(new FormData(event.currentTarget))
      }}
    >
      {localesFrom(locale).map((fieldLocale) => (
        <Field
          key={fieldLocale}
          name={`alt_${fieldLocale}`}
          label={t(`media.alt_${fieldLocale}`)}
          lang={toLang(fieldLocale)}
          defaultValue={image.alt[fieldLocale]}
          maxLength={200}
          required={false}
          onInput={onInput}
        />
      ))}
      <div className="row">
        <OnceButton
          className="button button-quiet"
          isBusy={state.isBusy ?? false}
          aria-label={t('media.of', { what: commonT('office.save'), name })}
        >
          {commonT('office.save')}
        </OnceButton>
        <span className="soft media-state" role="status">
          {state.note}
        </span>
      </div>
    </form>
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
      {shown.map((use, index) => {
        const path = pathOfUse(use)
        const label = labelOfUse(use, texts)
        return (
          <span key={`${use.kind} ${use.id}`}>
            {index > 0 && ' · '}
            {path ? <Link to={path}>{label}</Link> : label}
          </span>
        )
      })}
      {usesCount > shown.length && ` ${t('media.more_uses', { count: usesCount - shown.length })}`}
    </p>
  )
}
