import type { KeyboardEvent, ReactNode } from 'react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import type { Entry } from './entries.ts'
import type { Section } from './results.ts'
import type { PaletteTexts } from './texts.ts'
import { usePaletteTexts } from './texts.ts'

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
export function Combobox({ sections, typed, state, onType, onChoose, onClose }: ComboboxProps) {
  const { t } = usePaletteTexts()
  const id = useId()
  const listId = `${id}-list`
  const optionId = (index: number) => `${id}-${index}`
  const list = useRef<HTMLDivElement>(null)
  const entries = sections.flatMap((section) => section.entries)
  const { chosen, chosenIndex, step, reset } = useChosenEntry(entries)
  const isEmpty = entries.length === 0
  const hasQuery = typed.trim() !== ''

  useLayoutEffect(() => {
    list.current?.querySelector(`[data-at="${chosenIndex}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosenIndex])

  function handleType(text: string) {
    reset()
    onType(text)
  }

  function handleKeyDown(event: KeyboardEvent) {
    // During Chinese text composition, these keys belong to the input method.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && chosen) onChoose(chosen)
    else if (event.key === 'ArrowDown' && !isEmpty) step(1)
    else if (event.key === 'ArrowUp' && !isEmpty) step(-1)
    else return
    event.preventDefault()
  }

  return (
    <>
      <div className="palette-field">
        <Icon name="search" />
        <SearchInput
          value={typed}
          listId={listId}
          isListShown={!isEmpty}
          activeOptionId={chosen && optionId(chosenIndex)}
          onType={handleType}
          onKeyDown={handleKeyDown}
        />
        <button type="button" className="icon-button" aria-label={t('palette.close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className="palette-results" ref={list}>
        {isEmpty && hasQuery && <NoResults state={state} />}
        <div id={listId} role="listbox" aria-label={t('palette.list')} hidden={isEmpty}>
          {sections.map((section) => (
            <OptionGroup key={section.kind} kind={section.kind}>
              {section.entries.map((entry) => (
                <Option
                  key={entry.id}
                  id={optionId(entries.indexOf(entry))}
                  index={entries.indexOf(entry)}
                  entry={entry}
                  isChosen={entry === chosen}
                  onChoose={onChoose}
                />
              ))}
            </OptionGroup>
          ))}
        </div>
        {state && !isEmpty && <p className="soft palette-state">{state}</p>}
      </div>
      <p role="status" className="visually-hidden">
        {hasQuery && (state ?? countText(t, entries.length))}
      </p>
    </>
  )
}

/** The chosen entry, and functions that change the choice. At first, the first entry is chosen. */
function useChosenEntry(entries: Entry[]) {
  // Stores the id of the entry, so that results that arrive later do not change the choice.
  const [chosenId, setChosenId] = useState<string | null>(null)
  const chosen = entries.find(({ id }) => id === chosenId) ?? entries[0]
  if (chosen && chosen.id !== chosenId) setChosenId(chosen.id)
  const chosenIndex = chosen ? entries.indexOf(chosen) : -1

  /** Chooses the next (`by` is 1) or the previous entry (`by` is -1). The choice wraps around at both ends. */
  function step(by: 1 | -1) {
    const nextIndex = (chosenIndex + by + entries.length) % entries.length
    setChosenId(entries[nextIndex]?.id ?? null)
  }

  return { chosen, chosenIndex, step, reset: () => setChosenId(null) }
}

interface SearchInputProps {
  value: string
  listId: string
  isListShown: boolean
  activeOptionId: string | undefined
  onType: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function SearchInput({ value, listId, isListShown, activeOptionId, onType, onKeyDown }: SearchInputProps) {
  const { t } = usePaletteTexts()
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => input.current?.focus(), [])
  return (
    <input
      ref={input}
      role="combobox"
      aria-label={t('office.search')}
      aria-autocomplete="list"
      aria-expanded={isListShown}
      aria-controls={listId}
      aria-activedescendant={activeOptionId}
      value={value}
      placeholder={t('palette.hint')}
      maxLength={100}
      inputMode="search"
      enterKeyHint="go"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}

function NoResults({ state }: { state: string | null }) {
  const { t } = usePaletteTexts()
  return (
    <div className="empty">
      <p className="empty-title">{state ?? t('palette.none')}</p>
      {!state && <p>{t('palette.none_help')}</p>}
    </div>
  )
}

function countText(t: PaletteTexts['t'], count: number): string {
  if (count === 0) return t('palette.none')
  return t(count === 1 ? 'palette.found.one' : 'palette.found.other', { count })
}

const sectionTitles = {
  recent: 'palette.recent',
  page: 'palette.pages',
  action: 'palette.actions',
  order: 'palette.orders',
  product: 'palette.products',
} as const

function OptionGroup({ kind, children }: { kind: Section['kind']; children: ReactNode }) {
  const { t } = usePaletteTexts()
  const title = t(sectionTitles[kind])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
    <div role="group" aria-label={title}>
      <p className="palette-kind" aria-hidden="true">
        {title}
      </p>
      {children}
    </div>
  )
}

interface OptionProps {
  id: string
  index: number
  entry: Entry
  isChosen: boolean
  onChoose: (entry: Entry) => void
}

function Option({ id, index, entry, isChosen, onChoose }: OptionProps) {
  const { icon, title, hint } = entry
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
    <div
      id={id}
      data-at={index}
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
