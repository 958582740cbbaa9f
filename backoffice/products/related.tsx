import { useEffect, useState } from 'react'
import type { OfficeProduct } from '#contract/office/products.ts'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { api } from '../core/api.ts'
import { useRows } from '../forms/use-rows.tsx'
import { Fold } from './fold.tsx'
import type { ShownProduct } from './form.ts'
import { relatedRows, textIn, textValues } from './lists.ts'
import { useProductTexts } from './texts.ts'

const debounceMs = 200
const maxResults = 6

/** Lets staff choose the products that a product's page recommends. */
export function Related({ product }: { product: ShownProduct }) {
  const { t, say } = useProductTexts()
  const list = useRows('related', relatedRows(product), {
    label: () => t('product.related'),
    show: (_, value) => value,
  })
  const [query, setQuery] = useState('')
  const found = useProductSearch(query).filter((one) => one.product !== product.product)
  const newResults = found.filter((one) => !list.rows.some(({ key }) => key === one.product))
  return (
    <Fold title={t('product.related')} set={list.rows.map(({ row }) => say(textIn(row, 'name'))).join(', ')}>
      {list.field}
      <ol className="rows">
        {list.rows.map(({ key, row }, index) => {
          const name = say(textIn(row, 'name'))
          return (
            <li key={key} className="related-item">
              <span>{name}</span>
              <span className="row">
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`${t('product.earlier')}: ${name}`}
                  disabled={index === 0}
                  onClick={() => list.move(key, index - 1)}
                >
                  <Icon name="chevron-up" />
                </button>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`${t('product.remove')}: ${name}`}
                  onClick={() => list.remove(key)}
                >
                  <Icon name="trash" />
                </button>
              </span>
            </li>
          )
        })}
      </ol>
      <Field
        name="part_related"
        data-part=""
        type="search"
        label={t('product.related_find')}
        value={query}
        required={false}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
      />
      <div className="row">
        {newResults.map(({ product, name }) => (
          <button
            key={product}
            type="button"
            className="button button-quiet"
            onClick={() => {
              list.set(product, { id: product, ...textValues('name', name) })
              setQuery('')
            }}
          >
            <Icon name="plus" /> {say(name)}
          </button>
        ))}
      </div>
    </Fold>
  )
}

/** The products whose name contains the typed text. */
function useProductSearch(query: string): OfficeProduct[] {
  const [found, setFound] = useState<OfficeProduct[]>([])
  useEffect(() => {
    setFound([])
    if (query.trim() === '') return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      api.staff.products({ name: query, limit: maxResults }, abort.signal).then(
        ({ products }) => setFound(products),
        () => {},
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [query])
  return found
}
