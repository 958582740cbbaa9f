import type { KeyboardEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { Form, useLocation, useNavigate } from 'react-router'
import { useShop } from '#storefront/core/shop.ts'
import { Icon } from '#ui/icon.tsx'
import { useSuggestions } from './use-suggestions.ts'
import './search-form.css'

interface SearchFormProps {
  /** The initial value of the field. */
  term?: string
  /**
   * Whether this is the small search field in the header. In wide windows, this field replaces the link to the search
   * page.
   */
  isSmall?: boolean
  /** Whether the submit button is an icon instead of a word. */
  hasIcon?: boolean
}

/**
 * A search form that suggests matches while the shopper types. Arrow keys choose a suggestion, Enter opens it, and
 * Escape closes the list. Without JavaScript it is a plain form.
 */
export function SearchForm({ term = '', isSmall = false, hasIcon = isSmall }: SearchFormProps) {
  const { t, count } = useShop()
  const id = useId()
  const box = useRef<HTMLElement>(null)
  const isReady = useIsReady()
  const { page, result, suggestions, isOpen, chosen, chosenIndex, ...combobox } = useCombobox(term)
  return (
    <search
      ref={box}
      className={isSmall ? 'search-box search-box-small' : 'search-box'}
      onBlur={({ relatedTarget }) => {
        if (!box.current?.contains(relatedTarget)) combobox.close()
      }}
    >
      <Form action="/store/search" className="search-form" onSubmit={combobox.close}>
        <label htmlFor={`${id}-term`} className="visually-hidden">
          {t('store.search_label')}
        </label>
        <input
          id={`${id}-term`}
          key={page}
          type="search"
          name="q"
          defaultValue={term}
          maxLength={200}
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={t(isSmall ? 'store.search' : 'store.search_hint')}
          onChange={({ currentTarget }) => combobox.handleChange(currentTarget.value)}
          onKeyDown={combobox.handleKey}
          {...(isReady && {
            role: 'combobox',
            'aria-autocomplete': 'list',
            'aria-expanded': isOpen,
            'aria-controls': `${id}-list`,
            'aria-activedescendant': chosen && `${id}-${chosenIndex}`,
          })}
        />
        {hasIcon ? (
          <button type="submit" className="icon-button" aria-label={t('store.search')}>
            <Icon name="search" />
          </button>
        ) : (
          <button type="submit" className="button">
            {t('store.search')}
          </button>
        )}
      </Form>
      {isReady && (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={t('store.suggestions')}
          className="suggestions"
          hidden={!isOpen}
        >
          {isOpen && result && (
            <result.List id={id} offers={suggestions} chosen={chosenIndex} onFollow={combobox.close} />
          )}
        </div>
      )}
      <p role="status" className="visually-hidden">
        {isOpen && count('store.suggestion_count', suggestions.length)}
      </p>
    </search>
  )
}

/** The state of the search field: the suggestions for the typed text, and the suggestion chosen with the arrow keys. */
function useCombobox(term: string) {
  const { key } = useLocation()
  const navigate = useNavigate()
  const [typedText, setTypedText] = useState(term)
  const [isSuggesting, setSuggesting] = useState(false)
  /** The index of the chosen suggestion; -1 while the field itself is chosen. */
  const [chosenIndex, setChosenIndex] = useState(-1)
  const result = useSuggestions(typedText, isSuggesting)
  const suggestions = result?.offers ?? []
  const isOpen = isSuggesting && suggestions.length > 0
  const chosen = isOpen ? suggestions[chosenIndex] : undefined

  const close = () => {
    setSuggesting(false)
    setChosenIndex(-1)
  }

  // Closes the suggestions during the render after a navigation. An effect would also run after hydration, and close
  // the suggestions for text that the shopper typed before hydration.
  const page = `${key} ${term}`
  const [lastPage, setLastPage] = useState(page)
  if (lastPage !== page) {
    setLastPage(page)
    setTypedText(term)
    close()
  }

  const handleChange = (text: string) => {
    setTypedText(text)
    setSuggesting(true)
    setChosenIndex(-1)
  }

  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    // Ignores keys during the composition of Chinese text, because these belong to the input method.
    if (event.nativeEvent.isComposing || !isOpen) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') close()
    else if (step) {
      // The arrow keys cycle through the suggestions and the field itself.
      const places = suggestions.length + 1
      setChosenIndex((before) => ((before + 1 + step + places) % places) - 1)
    } else if (event.key === 'Enter' && chosen) {
      close()
      navigate(chosen.to)
    } else return
    event.preventDefault()
  }

  return { page, result, suggestions, isOpen, chosen, chosenIndex, close, handleChange, handleKey }
}

function useIsReady(): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return isReady
}
