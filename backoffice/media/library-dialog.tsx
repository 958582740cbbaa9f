import { useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { LibraryPicture } from '#contract/office/media.ts'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import { api } from '../core/api.ts'
import { attemptOnPage, textOf } from '../core/attempt.ts'
import { useTexts } from '../core/texts.tsx'
import { isolatedEvents } from './isolated-events.ts'
import { pictureName } from './picture-facts.ts'
import { usePictureTexts } from './texts.ts'
import './library.css'

interface LibraryDialogProps {
  /** The URLs of pictures that are already chosen and cannot be chosen again. */
  present: string[]
  maxChosen: number
  onChosen: (pictures: LibraryPicture[]) => void
  onClose: () => void
}

/** The dialog in which staff choose stored pictures. */
export function LibraryDialog({ present, maxChosen, onChosen, onClose }: LibraryDialogProps) {
  const { t } = usePictureTexts()
  const { t: commonT } = useTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  const [searchText, setSearchText] = useState('')
  const [pictures, setPictures] = useState<LibraryPicture[]>()
  const [next, setNext] = useState<string | null>(null)
  const [chosen, setChosen] = useState<LibraryPicture[]>([])
  const [note, setNote] = useState('')
  const offline = commonT('office.offline')

  const load = useCallback(
    async (find: string, after: string) => {
      const { done, errors } = await attemptOnPage(api.staff.pictures({ find, after, limit: 24 }), offline)
      if (!done) return setNote(errors?.[0]?.message ?? '')
      setNote('')
      setPictures((known) => (after ? [...(known ?? []), ...done.pictures] : done.pictures))
      setNext(done.next)
    },
    [offline],
  )

  useEffect(() => {
    dialog.current?.showModal()
    load('', '')
  }, [load])

  function toggle(picture: LibraryPicture) {
    const isChosen = chosen.some((other) => other.picture === picture.picture)
    if (!isChosen && chosen.length >= maxChosen) return setNote(t('library.full', { count: maxChosen }))
    setNote('')
    setChosen(isChosen ? chosen.filter((other) => other.picture !== picture.picture) : [...chosen, picture])
  }

  function add() {
    if (chosen.length === 0) return setNote(t('library.choose_first'))
    onChosen(chosen)
    dialog.current?.close()
  }

  return createPortal(
    <dialog
      ref={dialog}
      className="dialog library-dialog"
      aria-labelledby="library-title"
      onClose={onClose}
      {...isolatedEvents}
    >
      <div className="dialog-box stack">
        <div className="dialog-head">
          <h2 id="library-title">{t('library.title')}</h2>
          <button
            type="button"
            className="icon-button"
            aria-label={t('office.cancel')}
            onClick={() => dialog.current?.close()}
          >
            <Icon name="close" />
          </button>
        </div>
        <form
          className="search-row"
          onSubmit={(event) => {
            event.preventDefault()
            const terms = textOf(new FormData(event.currentTarget), 'find')
            setSearchText(terms)
            load(terms, '')
          }}
        >
          <Field name="find" type="search" label={t('library.search')} required={false} />
          <button type="submit" className="button button-quiet">
            {t('library.search_button')}
          </button>
        </form>
        {pictures?.length === 0 && <p className="soft">{t(searchText ? 'library.none' : 'library.empty')}</p>}
        <ul className="library-grid">
          {pictures?.map((one) => (
            <li key={one.picture}>
              <PictureButton
                picture={one}
                isPresent={present.includes(one.image.src)}
                chosenIndex={chosen.findIndex(({ picture }) => picture === one.picture)}
                toggle={() => toggle(one)}
              />
            </li>
          ))}
        </ul>
        {next && (
          <button type="button" className="button button-quiet" onClick={() => load(searchText, next)}>
            {t('library.more')}
          </button>
        )}
        <div className="library-foot">
          <p className="soft" role="status">
            {note}
          </p>
          <button type="button" className="button" onClick={add} aria-disabled={chosen.length === 0 || undefined}>
            {chosen.length === 0 ? t('library.add_none') : t('library.add', { count: chosen.length })}
          </button>
        </div>
      </div>
    </dialog>,
    document.body,
  )
}

interface PictureButtonProps {
  picture: LibraryPicture
  isPresent: boolean
  /** The position among the chosen pictures; -1 if the picture is not chosen. */
  chosenIndex: number
  toggle: () => void
}

/** A picture of the library as a button that chooses it. */
function PictureButton({ picture, isPresent, chosenIndex, toggle }: PictureButtonProps) {
  const texts = usePictureTexts()
  const { t, say } = texts
  const isChosen = chosenIndex >= 0
  const name = say(picture.image.alt) || pictureName(picture, texts)
  return (
    <button type="button" className="library-choice" aria-pressed={isChosen} disabled={isPresent} onClick={toggle}>
      <Picture image={picture.image} sizes="120px" decorative />
      <span className="library-name">{isPresent ? t('library.there') : name}</span>
      {isChosen && <span className="library-mark">{chosenIndex + 1}</span>}
    </button>
  )
}
