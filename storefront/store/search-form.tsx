import { Form } from 'react-router'
import { useShop } from '#storefront/shop.ts'

interface SearchFormProps {
  /** What stands in the field at first. */
  term?: string
}

/** Asks for words and goes to the products that have them. */
export function SearchForm({ term = '' }: SearchFormProps) {
  const { t } = useShop()
  return (
    <search>
      <Form action="/store/search" className="search-form">
        <label htmlFor="search-term" className="visually-hidden">
          {t('store.search_label')}
        </label>
        <input
          id="search-term"
          key={term}
          type="search"
          name="q"
          defaultValue={term}
          maxLength={200}
          enterKeyHint="search"
          autoComplete="off"
          placeholder={t('store.search_hint')}
        />
        <button type="submit" className="button">
          {t('store.search')}
        </button>
      </Form>
    </search>
  )
}
