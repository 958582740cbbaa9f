import { useEffect, useRef, useState } from 'react'
import { Form, Link, useLoaderData, useLocation, useSearchParams, useSubmit } from 'react-router'
import { toLang } from '#contract/languages.ts'
import { formatMoney } from '#contract/money.ts'
import type { OfficeProduct } from '#contract/office/products.ts'
import { Field } from '#ui/field.tsx'
import { Picture } from '#ui/picture.tsx'
import { Select } from '#ui/select.tsx'
import { inTreeOrder } from '../categories/tree.ts'
import { hasRightAt, useFrame } from '../core/me.ts'
import { SecondName } from '../core/second-name.tsx'
import { Empty, Page } from '../frame/page.tsx'
import { ExportButton } from '../imports/export-button.tsx'
import { Bulk, RecentChanges } from './bulk.tsx'
import type { loader } from './list-data.ts'
import { gaps, maxCounted, sorts } from './list-data.ts'
import { useProductListTexts } from './texts.ts'
import './products.css'

export { loader } from './list-data.ts'

/** `/office/products`: all products, including hidden ones. */
export function Component() {
  const { me } = useFrame()
  const { t } = useProductListTexts()
  const { products } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const mayWrite = hasRightAt(me, 'catalogue.write', null)
  const mayImport = hasRightAt(me, 'catalogue.import', null)
  const add = (
    <div className="row">
      {mayImport && (
        <Link className="button button-quiet" to="/import">
          {t('products.import')}
        </Link>
      )}
      {mayWrite && (
        <Link className="button" to="/products/new" data-shortcut="n">
          {t('products.add')}
        </Link>
      )}
    </div>
  )
  const paste = mayWrite && hasRightAt(me, 'catalogue.price', null) && (
    <Link to="/products/paste">{t('products.paste')}</Link>
  )
  if (products.length === 0 && query.size === 0) {
    return (
      <Page title={t('office.products')}>
        <Empty title={t('products.empty')}>{t('products.empty_help')}</Empty>
        <div className="row">
          {add}
          {paste}
        </div>
      </Page>
    )
  }
  return (
    <Page title={t('office.products')} action={add}>
      {mayWrite && (
        <div className="row product-links">
          {paste}
          <Link to={tableAddress(query)}>{t('products.as_table')}</Link>
          {mayImport && <ExportButton className="link" />}
        </div>
      )}
      <Filters />
      <RecentChanges />
      {products.length === 0 ? (
        <Empty title={t('products.none_found')}>
          <Link to="/products">{t('products.clear')}</Link>
        </Empty>
      ) : (
        <Found />
      )}
    </Page>
  )
}

/**
 * A page of the products that match the filters. Staff can select products of this page, or all matching products, and
 * change the selected products together.
 */
function Found() {
  const { me } = useFrame()
  const { t, locale } = useProductListTexts()
  const { products, next, filter, mayChange, ...loaded } = useLoaderData<typeof loader>()
  const count = useCount(loaded.count)
  const [query] = useSearchParams()
  const bulk = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState<string[] | 'all'>([])
  const address = query.toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins without a selection
  useEffect(() => setSelected([]), [address])
  const isAll = selected === 'all'
  const hasSelection = isAll || selected.length > 0
  const selectedCount = isAll ? (count ?? products.length) : selected.length
  const isWholePage = !isAll && selected.length === products.length
  const countText = toCountText(count, { atLeast: products.length, lang: toLang(locale) })
  const mayOpen = hasRightAt(me, 'catalogue.write', null) || hasRightAt(me, 'catalogue.words', null)
  const pagePath = (after: string | null) => {
    const changed = new URLSearchParams(query)
    changed.delete('after')
    if (after) changed.set('after', after)
    return `/products?${changed}`
  }
  return (
    <>
      <p className="soft" role="status">
        {count === 1 ? t('products.one') : t('products.count', { count: countText })}
      </p>
      {hasSelection && (
        <div ref={bulk}>
          <Bulk
            // Sorts the ids. If staff retry a change after selecting the same products in another order, the change
            // then has the same submission id, so the server applies it only once.
            selection={isAll ? { filter } : { products: selected.toSorted() }}
            count={selectedCount}
            table={tableAddress(query, isAll ? [] : selected)}
            done={() => setSelected([])}
          />
        </div>
      )}
      {isWholePage && (count ?? 0) > products.length && (
        <button type="button" className="link" onClick={() => setSelected('all')}>
          {t('bulk.select_all', { count: countText })}
        </button>
      )}
      <ProductTable
        products={products}
        mayWrite={mayOpen}
        {...(mayChange && { selection: { selected, setSelected } })}
      />
      {hasSelection && (
        <button type="button" className="button bulk-jump" onClick={() => bulk.current?.scrollIntoView()}>
          {t('bulk.title', { count: selectedCount })}
        </button>
      )}
      <p className="row">
        {query.has('after') && <Link to={pagePath(null)}>{t('products.first')}</Link>}
        {next && <Link to={pagePath(next)}>{t('products.next')}</Link>}
      </p>
    </>
  )
}

/** The number of products that match the list's filters. Null until the number arrives, or if it cannot be loaded. */
function useCount(count: number | Promise<number | null>): number | null {
  const [resolved, setResolved] = useState<{ of: typeof count; value: number | null }>()
  useEffect(() => {
    let isStale = false
    Promise.resolve(count).then((value) => isStale || setResolved({ of: count, value }))
    return () => {
      isStale = true
    }
  }, [count])
  if (typeof count === 'number') return count
  return resolved?.of === count ? resolved.value : null
}

/** Formats a count. If only a part is counted, adds a plus: "50+". */
function toCountText(count: number | null, { atLeast, lang }: { atLeast: number; lang: string }): string {
  const limit = count === null ? atLeast : maxCounted
  const number = Math.min(count ?? limit, limit).toLocaleString(lang)
  return count === null || count > limit ? `${number}+` : number
}

/**
 * The URL of the table that shows `products`. If `products` is empty, the table shows all products that match the
 * list's filters.
 */
function tableAddress(query: URLSearchParams, products: string[] = []): string {
  const list = [...query].filter(([name]) => name !== 'after')
  const table = new URLSearchParams([...list, ...products.map((product) => ['product', product])])
  return table.size > 0 ? `/products/table?${table}` : '/products/table'
}

/**
 * The search field, the filters and the sort order. When staff choose a filter or an order, the page loads the list at
 * once. The URL contains all choices.
 */
function Filters() {
  const { t, say } = useProductListTexts()
  const { categories } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const submit = useSubmit()
  const value = (name: string) => query.get(name) ?? ''
  const isFiltered = ['state', 'category', 'gap', 'sort'].some((name) => value(name) !== '')
  return (
    <Form
      className="stack"
      role="search"
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement) submit(filledFields(event.currentTarget))
      }}
      onSubmit={(event) => {
        event.preventDefault()
        submit(filledFields(event.currentTarget))
      }}
    >
      <div className="search-row">
        <Field
          name="name"
          type="search"
          label={t('products.search')}
          placeholder={t('products.search_hint')}
          defaultValue={value('name')}
          key={value('name')}
          required={false}
        />
        <button type="submit" className="button button-quiet">
          {t('products.search_button')}
        </button>
      </div>
      <details className="product-filters" open={isFiltered}>
        <summary>{t('products.filters')}</summary>
        <div className="pair" key={query.toString()}>
          <Select
            name="state"
            label={t('products.state')}
            defaultValue={value('state')}
            options={[
              { value: '', label: t('products.any_state') },
              { value: 'shown', label: t('products.on_sale') },
              { value: 'scheduled', label: t('products.scheduled') },
              { value: 'hidden', label: t('products.hidden') },
              { value: 'sold_out', label: t('products.sold_out') },
              { value: 'archived', label: t('products.archived') },
            ]}
          />
          <Select
            name="category"
            label={t('products.category')}
            defaultValue={value('category')}
            options={[
              { value: '', label: t('products.any_category') },
              ...inTreeOrder(categories, say).map(({ row, path }) => ({ value: row.category, label: path })),
            ]}
          />
          <Select
            name="gap"
            label={t('products.gap')}
            defaultValue={value('gap')}
            options={[
              { value: '', label: t('products.no_gap') },
              ...gaps.map((gap) => ({ value: gap, label: t(`products.gap_${gap}`) })),
            ]}
          />
          <Select
            name="sort"
            label={t('products.sort')}
            defaultValue={value('sort')}
            options={sorts.map((sort) => ({
              value: sort === 'changed' ? '' : sort,
              label: t(`products.sort_${sort}`),
            }))}
          />
        </div>
      </details>
    </Form>
  )
}

/** Returns the values of a form without empty values, which would only make the URL longer. */
function filledFields(form: HTMLFormElement): FormData {
  const data = new FormData(form)
  for (const [name, value] of [...data]) if (value === '') data.delete(name)
  return data
}

interface Selection {
  selected: string[] | 'all'
  setSelected: (selected: string[]) => void
}

interface TableProps {
  products: OfficeProduct[]
  mayWrite: boolean
  /** The selected products, for staff who may change many at once. */
  selection?: Selection
}

/** The products as a table. On narrow screens, each row is a card. */
function ProductTable({ products, mayWrite, selection }: TableProps) {
  const { t } = useProductListTexts()
  const all = products.map(({ product }) => product)
  const isAll = selection?.selected === 'all' || selection?.selected.length === all.length
  return (
    <div className="card">
      {selection && (
        <label className="check product-select-all">
          <input type="checkbox" checked={isAll} onChange={() => selection.setSelected(isAll ? [] : all)} />
          {t('bulk.select_page')}
        </label>
      )}
      <table className="table product-table">
        <thead>
          <tr>
            {selection && <td />}
            <th scope="col">{t('products.product')}</th>
            <th scope="col" className="number">
              {t('products.price')}
            </th>
            <th scope="col">{t('products.state')}</th>
            <th scope="col">{t('products.changed')}</th>
            {mayWrite && <td />}
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <ProductRow key={product.product} product={product} mayWrite={mayWrite} {...(selection && { selection })} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ProductRow({ product, mayWrite, selection }: Omit<TableProps, 'products'> & { product: OfficeProduct }) {
  const { t, say, locale, when } = useProductListTexts()
  const { search } = useLocation()
  const { name, image, price, priceTo, sku, changedAt } = product
  return (
    <tr className="row-item">
      {selection && (
        <td className="product-select">
          <SelectBox id={product.product} name={say(name)} {...selection} />
        </td>
      )}
      <th scope="row">
        <div className="with-picture">
          <Picture image={image} sizes="64px" decorative />
          <div>
            <strong>{say(name)}</strong>
            <SecondName name={name} isOwnLine />
            {sku && sku !== product.product && <p className="soft">{sku}</p>}
          </div>
        </div>
      </th>
      <td className="number">
        {formatMoney(price, locale)}
        {priceTo && `–${formatMoney(priceTo, locale)}`}
      </td>
      <td>
        <State product={product} />
      </td>
      <td className="soft product-changed">{when(changedAt)}</td>
      {mayWrite && (
        <td className="number">
          <Link
            className="button button-quiet"
            to={`/products/${product.product}`}
            state={{ list: search }}
            aria-label={`${t('office.change')}: ${say(name)}`}
          >
            {t('office.change')}
          </Link>
        </td>
      )}
    </tr>
  )
}

function State({ product: { isShown, isScheduled, isArchived, isSoldOut } }: { product: OfficeProduct }) {
  const { t } = useProductListTexts()
  if (isArchived) return <span className="soft">{t('products.archived')}</span>
  if (!isShown) return <span className="soft">{t('products.hidden')}</span>
  if (isScheduled) return <span className="soft">{t('products.scheduled')}</span>
  if (isSoldOut) return <span className="state-off">{t('products.sold_out')}</span>
  return <span className="state-good">{t('products.on_sale')}</span>
}

function SelectBox({ id, name, selected, setSelected }: Selection & { id: string; name: string }) {
  const { t } = useProductListTexts()
  const isOn = selected === 'all' || selected.includes(id)
  const others = selected === 'all' ? [] : selected.filter((one) => one !== id)
  return (
    <input
      type="checkbox"
      aria-label={t('bulk.select', { name })}
      checked={isOn}
      onChange={() => setSelected(isOn ? others : [...others, id])}
    />
  )
}
