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
}

/**
 * A search form that suggests matches while the shopper types. Arrow keys choose a suggestion, Enter opens it, and
 * Escape closes the list. Without JavaScript it is a plain form.
 */
export function SearchForm({ term = '', isSmall = false }: SearchFormProps) {
  const { t, count } = useShop()
  const id = useId()
  const { key } = useLocation()
  const navigate = useNavigate()
  const box = useRef<HTMLElement>(null)
  const isReady = useIsReady()
  const [typed, setTyped] = useState(term)
  const [isAsking, setAsking] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const offered = useSuggestions(typed, isAsking)
  const offers = offered?.offers ?? []
  const isOpen = isAsking && offers.length > 0
  const current = isOpen ? offers[chosen] : undefined

  const close = () => {
    setAsking(false)
    setChosen(-1)
  }
  // Closes the suggestions during the render after a navigation. An effect would also run after hydration, and close
  // the suggestions for text that the shopper typed before hydration.
  const page = `${key} ${term}`
  const [shownOn, setShownOn] = useState(page)
  if (shownOn !== page) {
    setShownOn(page)
    setTyped(term)
    close()
  }

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // Ignores keys during the composition of Chinese text, because these belong to the input method.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && isOpen) {
      event.preventDefault()
      const by = event.key === 'ArrowDown' ? 1 : -1
      // The arrow keys cycle through the suggestions and the position -1, which is the field itself.
      setChosen((before) => ((before + 1 + by + offers.length + 1) % (offers.length + 1)) - 1)
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      close()
      navigate(current.to)
    }
  }
  return (
    <search
      ref={box}
      className={isSmall ? 'search-box search-box-small' : 'search-box'}
      onBlur={({ relatedTarget }) => {
        if (!box.current?.contains(relatedTarget)) close()
      }}
    >
      <Form action="/store/search" className="search-form" onSubmit={close}>
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
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setAsking(true)
            setChosen(-1)
          }}
          onKeyDown={press}
          {...(isReady && {
            role: 'combobox',
            'aria-autocomplete': 'list',
            'aria-expanded': isOpen,
            'aria-controls': `${id}-list`,
            'aria-activedescendant': current && `${id}-${chosen}`,
          })}
        />
        {isSmall ? (
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
          {isOpen && offered && <offered.List id={id} offers={offers} chosen={chosen} onFollow={close} />}
        </div>
      )}
      <p role="status" className="visually-hidden">
        {isOpen && count('store.suggestion_count', offers.length)}
      </p>
    </search>
  )
}

function useIsReady(): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return isReady
}
