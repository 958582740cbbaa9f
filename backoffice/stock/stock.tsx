import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Form, Link, useLoaderData, useSearchParams } from 'react-router'
import type { StockItem } from '#contract/office/stock.ts'
import { Field } from '#ui/field.tsx'
import { api } from '../core/api.ts'
import { hasRight, useFrame } from '../core/me.ts'
import { loadChosenStore, StoreChoice } from '../core/store-choice.tsx'
import { Empty, Page } from '../frame/page.tsx'
import { StockItemName, StockState, Waiting } from './goods.tsx'
import type { QuickResult } from './quick-set.tsx'
import { QuickOutcome, QuickSet } from './quick-set.tsx'
import { useStockTexts } from './texts.ts'
import './stock.css'

/** The highest count that the filter shows exactly. The server stops at 100, and the filter then shows "99+". */
const maxShownCount = 99
const filters = ['low', 'out'] as const

/** Loads a page of the stock of the chosen store. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { store, stores } = await loadChosenStore(request, 'stock.work')
  const query = new URL(request.url).searchParams
  const only = filters.find((one) => one === query.get('only'))
  const find = query.get('find') ?? ''
  const after = query.get('after') ?? ''
  return { ...(await api.staff.stock({ location: store, find, after, ...(only && { only }) })), stores, find, only }
}

/** `/office/stock`: what a store has of each counted variant. */
export function Component() {
  const { t } = useStockTexts()
  const list = useLoaderData<typeof loader>()
  const [result, setResult] = useState<QuickResult>()
  const { location, stores, items, find, only } = list
  const address = useListAddress()
  const isEmptyShop = items.length === 0 && !find && !only
  return (
    <Page title={t('office.stock')} intro={t('stock.intro')}>
      <div className="row">
        <Link className="button" to={`/stock/in?store=${location}`} data-shortcut="n">
          {t('stock.receive')}
        </Link>
        <Link className="button button-quiet" to={`/stock/count?store=${location}`}>
          {t('stock.count')}
        </Link>
        <Link className="button button-quiet" to={`/stock/waste?store=${location}`}>
          {t('stock.waste')}
        </Link>
        {stores.length > 1 && (
          <Link className="button button-quiet" to={`/stock/move?store=${location}`}>
            {t('stock.move')}
          </Link>
        )}
      </div>
      <StoreChoice label={t('stock.store')} store={location} stores={stores} />
      <QuickOutcome result={result} location={location} />
      {isEmptyShop ? (
        <EmptyShop />
      ) : (
        <>
          <Search />
          <Filters />
          {items.length === 0 ? (
            <NoResults />
          ) : (
            <StockTable key={location} items={items} location={location} done={setResult} />
          )}
        </>
      )}
      <p className="row">
        {address.isLater && <Link to={address.with('after', null)}>{t('stock.first')}</Link>}
        {list.next && <Link to={address.with('after', list.next)}>{t('stock.next')}</Link>}
      </p>
    </Page>
  )
}

/**
 * Returns helpers for the page's URL. `with` changes one parameter and returns the URL. That URL leads to the first
 * page of the list, unless the changed parameter is `after`. `isLater` is whether the current URL names a later page.
 */
function useListAddress() {
  const [query] = useSearchParams()
  return {
    isLater: query.has('after'),
    with: (name: string, value: string | null) => {
      const changed = new URLSearchParams(query)
      changed.delete('after')
      if (value === null) changed.delete(name)
      else changed.set(name, value)
      return `/stock?${changed}`
    },
  }
}

function Search() {
  const { t } = useStockTexts()
  const { location, find, only } = useLoaderData<typeof loader>()
  return (
    <Form className="search-row" role="search">
      <input type="hidden" name="store" value={location} />
      {only && <input type="hidden" name="only" value={only} />}
      <Field
        key={find}
        name="find"
        type="search"
        label={t('stock.search')}
        defaultValue={find}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        required={false}
      />
      <button type="submit" className="button button-quiet">
        {t('stock.search_button')}
      </button>
    </Form>
  )
}

/**
 * Links to the parts of the list: all variants, those that are low, and those that have no free piece or are marked as
 * sold out.
 */
function Filters() {
  const { t } = useStockTexts()
  const { only, low } = useLoaderData<typeof loader>()
  const address = useListAddress()
  const filterLabels = {
    low: t('stock.low', { count: low > maxShownCount ? `${maxShownCount}+` : low }),
    out: t('stock.out'),
  }
  return (
    <nav className="stock-filters" aria-label={t('stock.show')}>
      <Link to={address.with('only', null)} aria-current={only ? undefined : 'page'}>
        {t('stock.all')}
      </Link>
      {filters.map((filter) => (
        <Link key={filter} to={address.with('only', filter)} aria-current={only === filter ? 'page' : undefined}>
          {filterLabels[filter]}
        </Link>
      ))}
    </nav>
  )
}

function EmptyShop() {
  const { me } = useFrame()
  const { t } = useStockTexts()
  return (
    <div>
      <Empty title={t('stock.empty')}>{t('stock.empty_help')}</Empty>
      {hasRight(me, 'catalogue.see') && (
        <Link className="button button-quiet" to="/products">
          {t('stock.empty_products')}
        </Link>
      )}
    </div>
  )
}

function NoResults() {
  const { t } = useStockTexts()
  const { location, find, only } = useLoaderData<typeof loader>()
  if (find) {
    return (
      <Empty title={t('stock.none_found', { find })}>
        <Link to={`/stock?store=${location}`}>{t('stock.clear')}</Link>
      </Empty>
    )
  }
  if (only === 'low') return <Empty title={t('stock.none_low')}>{t('stock.none_low_help')}</Empty>
  return <Empty title={t('stock.none_out')} />
}

interface TableProps {
  items: StockItem[]
  location: string
  done: (result: QuickResult) => void
}

/** The stock as a table. On narrow screens, each row is a card. */
function StockTable({ items, location, done }: TableProps) {
  const { t } = useStockTexts()
  return (
    <div className="card">
      <table className="table stock-table">
        <thead>
          <tr>
            <th scope="col">{t('stock.goods')}</th>
            <th scope="col" className="number">
              {t('stock.on_hand')}
            </th>
            <th scope="col" className="number">
              {t('stock.held')}
            </th>
            <th scope="col" className="number">
              {t('stock.free')}
            </th>
            <th scope="col" className="number">
              {t('stock.low_from')}
            </th>
            <th scope="col">{t('stock.changed')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Row key={item.sku} item={item} location={location} done={done} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ item, location, done }: Omit<TableProps, 'items'> & { item: StockItem }) {
  const { t, say, when } = useStockTexts()
  const { timeZone } = useLoaderData<typeof loader>()
  const { sku, name, held, free, lowAt, movedAt } = item
  return (
    <tr className="row-item">
      <th scope="row">
        <StockItemName
          {...item}
          title={<Link to={`/stock/${encodeURIComponent(sku)}?store=${location}`}>{say(name)}</Link>}
        >
          <StockState item={item} />
          <Waiting item={item} />
        </StockItemName>
      </th>
      <td className="number">
        <QuickSet item={item} location={location} done={done} />
      </td>
      <td className="number" data-label={t('stock.held')}>
        {held}
      </td>
      <td className="number" data-label={t('stock.free')}>
        {free}
      </td>
      <td className="number" data-label={t('stock.low_from')}>
        {lowAt ?? '–'}
      </td>
      <td className="soft stock-changed">{movedAt ? when(movedAt, timeZone) : '–'}</td>
    </tr>
  )
}
