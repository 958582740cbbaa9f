import type { KeyboardEvent } from 'react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { Icon } from '#ui/icon.tsx'
import { useFrame } from '../core/me.ts'
import { Confirmation } from './confirmation.tsx'
import type { Entry } from './entries.ts'
import { readRecent, remember } from './recent.ts'
import type { Section } from './results.ts'
import { resultsFor } from './results.ts'
import { usePaletteTexts } from './texts.ts'
import { useSearch } from './use-search.ts'
import { useVisibleHeight } from './use-visible-height.ts'
import './palette.css'

/** The command palette: finds pages, orders and products, and runs actions once they are confirmed. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { me } = useFrame()
  const texts = usePaletteTexts()
  const { t } = texts
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const [recent] = useState(() => readRecent(me.id))
  const [meant, setMeant] = useState<Entry | null>(null)
  const [isDone, setDone] = useState(false)
  const { known, isBusy, hasFailed, search, refresh } = useSearch(me)
  const sections = resultsFor(typed, { me, known, recent, texts })

  useVisibleHeight(dialog)
  useLayoutEffect(() => {
    // Effects may run twice, but an open dialog must not be opened again.
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  const close = () => dialog.current?.close()

  function choose(entry: Entry) {
    remember(me.id, entry)
    if (entry.action) return setMeant(entry)
    close()
    if (entry.to) navigate(entry.to)
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser handles Escape; this click is on the backdrop
    <dialog
      ref={dialog}
      className="dialog palette"
      aria-label={t('office.search')}
      onClose={onClose}
      onCancel={(event) => {
        // Until the action has run, Escape returns from the confirmation to the list.
        if (!meant || isDone) return
        event.preventDefault()
        setMeant(null)
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) close()
      }}
    >
      {meant?.action ? (
        <Confirmation
          action={meant.action}
          onBack={() => setMeant(null)}
          onClose={close}
          onDone={() => {
            setDone(true)
            // Loads the data of the page below the palette again, because the action may have changed that data.
            revalidate()
            void refresh()
          }}
        />
      ) : (
        <Combobox
          sections={sections}
          typed={typed}
          state={hasFailed ? t('office.offline') : isBusy ? t('palette.busy') : null}
          onType={(text) => {
            setTyped(text)
            search(text)
          }}
          onChoose={choose}
          onClose={close}
        />
      )}
    </dialog>
  )
}

interface ComboboxProps {
  sections: Section[]
  typed: string
  /** A text that explains why the list may be incomplete. */
  state: string | null
  onType: (text: string) => void
  onChoose: (entry: Entry) => void
  onClose: () => void
}

/** The field and its list, following the combobox pattern of WAI-ARIA. The focus stays in the field. */
function Combobox({ sections, typed, state, onType, onChoose, onClose }: ComboboxProps) {
  const { t } = usePaletteTexts()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const entries = sections.flatMap(({ entries }) => entries)
  // Stores the chosen line by id, so that results that arrive later do not change the choice.
  const [chosen, setChosen] = useState<string | null>(null)
  const current = entries.find((entry) => entry.id === chosen) ?? entries[0]
  if (current && chosen !== current.id) setChosen(current.id)
  const at = current ? entries.indexOf(current) : -1

  useLayoutEffect(() => field.current?.focus(), [])
  useLayoutEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [at])

  function press(event: KeyboardEvent<HTMLInputElement>) {
    // During Chinese text composition, these keys belong to the input method.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && entries.length > 0) {
      event.preventDefault()
      setChosen(entries[(at + step + entries.length) % entries.length]?.id ?? null)
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      onChoose(current)
    }
  }

  return (
    <>
      <div className="palette-field">
        <Icon name="search" />
        <input
          ref={field}
          role="combobox"
          aria-label={t('office.search')}
          aria-autocomplete="list"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={current && `${id}-${at}`}
          value={typed}
          placeholder={t('palette.hint')}
          maxLength={100}
          inputMode="search"
          enterKeyHint="go"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ currentTarget }) => {
            setChosen(null)
            onType(currentTarget.value)
          }}
          onKeyDown={press}
        />
        <button type="button" className="icon-button" aria-label={t('palette.close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className="palette-results" ref={list}>
        {entries.length === 0 && typed.trim() !== '' && (
          <div className="empty">
            <p className="empty-title">{state ?? t('palette.none')}</p>
            {!state && <p>{t('palette.none_help')}</p>}
          </div>
        )}
        <div id={`${id}-list`} role="listbox" aria-label={t('palette.list')} hidden={entries.length === 0}>
          {sections.map(({ kind, entries: some }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
            <div key={kind} role="group" aria-label={t(sectionTitles[kind])}>
              <p className="palette-kind" aria-hidden="true">
                {t(sectionTitles[kind])}
              </p>
              {some.map((entry) => (
                <Option
                  key={entry.id}
                  id={id}
                  at={entries.indexOf(entry)}
                  entry={entry}
                  isChosen={entry === current}
                  onChoose={onChoose}
                />
              ))}
            </div>
          ))}
        </div>
        {state && entries.length > 0 && <p className="soft palette-state">{state}</p>}
      </div>
      <p role="status" className="visually-hidden">
        {typed.trim() !== '' &&
          (state ??
            (entries.length === 0
              ? t('palette.none')
              : t(entries.length === 1 ? 'palette.found.one' : 'palette.found.other', { count: entries.length })))}
      </p>
    </>
  )
}

const sectionTitles = {
  recent: 'palette.recent',
  page: 'palette.pages',
  action: 'palette.actions',
  order: 'palette.orders',
  product: 'palette.products',
} as const

interface OptionProps {
  id: string
  at: number
  entry: Entry
  isChosen: boolean
  onChoose: (entry: Entry) => void
}

function Option({ id, at, entry, isChosen, onChoose }: OptionProps) {
  const { icon, title, hint } = entry
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
    <div
      id={`${id}-${at}`}
      data-at={at}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className="palette-option"
      // Keeps the focus in the field, so that a phone does not hide its keyboard.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(entry)}
    >
      <Icon name={icon} />
      <span className="palette-words">
        <span>{title}</span>
        {hint && <span className="soft">{hint}</span>}
      </span>
      {isChosen && (
        <span className="palette-enter" aria-hidden="true">
          ↵
        </span>
      )}
    </div>
  )
}
