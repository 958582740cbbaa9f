import type { FormEvent, ReactNode } from 'react'
import { useRef, useState } from 'react'
import { Form, Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Facets } from '#contract/catalogue.ts'
import { minorDigits } from '#contract/money.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Icon } from '#ui/icon.tsx'
import { useCountWords } from './count-words.ts'
import { besideFilters, countFilters, filterNames, readFilters, toAddress, without } from './filters.ts'
import type { ProductListing } from './list-data.ts'

const panelId = 'filters'
const writtenPrice = String.raw`\d{1,7}([.,]\d{1,2})?`

interface FilterPanelProps {
  facets: Facets
  /** The number of products that match the chosen filters. */
  listing: Pick<ProductListing, 'count' | 'isAtLeast'>
  /** Whether to offer the filter by brand, which is not needed on a brand's page. */
  hasBrands: boolean
}

/**
 * The filters of a list: beside the list on wide windows, otherwise in a sheet at the bottom. The sheet is a popover,
 * which also opens without JavaScript. A change applies at once. Without JavaScript the filters are a form with a
 * submit button.
 */
export function FilterPanel({ facets, listing, hasBrands }: FilterPanelProps) {
  const { t, say, langOf } = useShop()
  const { show } = useCountWords(listing)
  const { query, apply } = useNarrowing()
  const head = useRef<HTMLHeadingElement>(null)
  const filters = readFilters(query)
  const brands = hasBrands ? facets.brands : []
  return (
    <div
      id={panelId}
      popover="auto"
      className="filters"
      onToggle={({ newState }) => newState === 'open' && head.current?.focus()}
    >
      <Form className="filters-form" onSubmit={apply} aria-labelledby={`${panelId}-title`}>
        {besideFilters(query).map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <div className="filters-head">
          <h2 id={`${panelId}-title`} ref={head} tabIndex={-1}>
            {t('store.filter')}
          </h2>
          <button
            type="button"
            className="icon-button"
            popoverTarget={panelId}
            popoverTargetAction="hide"
            aria-label={t('store.close')}
          >
            <Icon name="close" />
          </button>
        </div>
        <FilterGroup title={t('store.filter_offer')}>
          <Choice
            name={filterNames.inStock}
            value="1"
            isOn={filters.inStock}
            count={facets.inStock}
            onChange={apply}
            words={t('store.filter_in_stock')}
          />
          <Choice
            name={filterNames.onSale}
            value="1"
            isOn={filters.onSale}
            count={facets.onSale}
            onChange={apply}
            words={t('store.filter_on_sale')}
          />
        </FilterGroup>
        <PriceFields facets={facets} from={filters.priceFrom} to={filters.priceTo} onLeave={apply} />
        {facets.diets.length > 0 && (
          <FilterGroup title={t('store.diets')}>
            {facets.diets.map(({ id, count }) => (
              <Choice
                key={id}
                name={filterNames.diets}
                value={id}
                isOn={filters.diets.includes(id)}
                count={count}
                onChange={apply}
                words={t(`store.diet_${id}`)}
              />
            ))}
          </FilterGroup>
        )}
        {brands.length > 1 && (
          <FilterGroup title={t('store.brand')}>
            {brands.map(({ id, name, count }) => (
              <Choice
                key={id}
                name={filterNames.brands}
                value={id}
                isOn={filters.brands.includes(id)}
                count={count}
                onChange={apply}
                words={say(name)}
                lang={langOf(name)}
              />
            ))}
          </FilterGroup>
        )}
        <div className="filters-foot">
          <button type="submit" className="button button-wide">
            {show}
          </button>
        </div>
      </Form>
    </div>
  )
}

/**
 * The button that opens the sheet of filters and shows how many are chosen. Hidden on wide windows, which always show
 * the filters.
 */
export function FilterButton() {
  const { t } = useShop()
  const [query] = useSearchParams()
  const chosen = countFilters(readFilters(query))
  return (
    <button type="button" className="filter-button" popoverTarget={panelId}>
      <Icon name="filter" />
      <span className="filter-word">{t('store.filter')}</span>
      {chosen > 0 && (
        <span className="filter-number">
          <span className="visually-hidden">, </span>
          {chosen}
          <span className="visually-hidden"> {t('store.filters_chosen')}</span>
        </span>
      )}
    </button>
  )
}

/**
 * For each chosen filter, a link that removes it. The link then disappears, so the list's heading receives the focus.
 */
export function ChosenFilters({ facets, headingId }: { facets: Facets; headingId: string }) {
  const { t, say, currency, moneyText } = useShop()
  const [query] = useSearchParams()
  const { inStock, onSale, priceFrom, priceTo, diets, brands } = readFilters(query)
  const price = (written: string) =>
    moneyText({ amount: Math.round(Number(written) * 10 ** minorDigits(currency)), currency })
  const chips: Chip[] = [
    ...(inStock ? [chip(t('store.filter_in_stock'), filterNames.inStock)] : []),
    ...(onSale ? [chip(t('store.filter_on_sale'), filterNames.onSale)] : []),
    ...(priceFrom || priceTo ? [chip(priceWords(priceFrom, priceTo), filterNames.priceFrom, filterNames.priceTo)] : []),
    ...diets.map((diet) => valueChip(t(`store.diet_${diet}`), filterNames.diets, diet)),
    ...brands.map((id) => {
      const known = facets.brands.find((brand) => brand.id === id)
      return valueChip(known ? say(known.name) : id, filterNames.brands, id)
    }),
  ]
  function priceWords(from: string, to: string) {
    if (from && to) return t('store.price_between', { from: price(from), to: price(to) })
    return from ? t('store.from', { price: price(from) }) : t('store.price_up_to', { price: price(to) })
  }
  if (chips.length === 0) return null
  const toHeading = () => document.getElementById(headingId)?.focus({ preventScroll: true })
  return (
    <ul className="chosen" aria-label={t('store.filters_chosen')}>
      {chips.map(([words, gone]) => (
        <li key={words}>
          <Link to={without(query, gone)} replace preventScrollReset className="chosen-chip" onClick={toHeading}>
            <span className="visually-hidden">{t('store.filter_remove')} </span>
            <span className="chosen-words">{words}</span>
            <Icon name="close" />
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link to={without(query)} replace preventScrollReset className="link chosen-clear" onClick={toHeading}>
            {t('store.filters_clear')}
          </Link>
        </li>
      )}
    </ul>
  )
}

type Chip = [words: string, gone: [name: string, value?: string][]]
const chip = (words: string, ...names: string[]): Chip => [words, names.map((name): [string] => [name])]
const valueChip = (words: string, name: string, value: string): Chip => [words, [[name, value]]]

/**
 * Returns the query with the chosen filters, and a function that applies a changed form. The query changes before the
 * navigation ends, so that a ticked filter shows at once.
 */
function useNarrowing() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const here = pathname + search
  const [wanted, setWanted] = useState({ from: here, query: search })
  if (wanted.from !== here) setWanted({ from: here, query: search })
  const query = new URLSearchParams(wanted.from === here ? wanted.query : search)
  return {
    query,
    apply(event: FormEvent<HTMLElement>) {
      const form = event.target instanceof HTMLElement ? event.target.closest('form') : null
      if (!form) return
      if (event.type === 'submit') {
        event.preventDefault()
        document.getElementById(panelId)?.hidePopover()
      }
      const address = toAddress(new FormData(form))
      if (address === without(query, [])) return
      setWanted({ from: here, query: address })
      navigate(address, { replace: true, preventScrollReset: true })
    },
  }
}

function FilterGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="filter-group">
      <legend>{title}</legend>
      <div className="filter-choices">{children}</div>
    </fieldset>
  )
}

interface ChoiceProps {
  name: string
  value: string
  isOn: boolean
  /** The number of products that would remain with this filter. Null if the API did not count them. */
  count: number | null
  words: string
  lang?: string | undefined
  onChange: (event: FormEvent<HTMLElement>) => void
}

function Choice({ name, value, isOn, count, words, lang, onChange }: ChoiceProps) {
  return (
    <label className="filter-choice" data-none={(count === 0 && !isOn) || undefined}>
      <input type="checkbox" name={name} value={value} checked={isOn} onChange={onChange} />
      <span className="filter-words" lang={lang}>
        {words}
      </span>
      {count !== null && <span className="filter-count">{count}</span>}
    </label>
  )
}

interface PriceFieldsProps {
  facets: Facets
  from: string
  to: string
  onLeave: (event: FormEvent<HTMLElement>) => void
}

/** The lower and upper limit of the price. They apply when the field loses the focus, or on Enter. */
function PriceFields({ facets, from, to, onLeave }: PriceFieldsProps) {
  const { t, currency, moneyText } = useShop()
  const unit = 10 ** minorDigits(currency)
  const symbol = moneyText({ amount: 0, currency }).replace(/[\d.,\s]/g, '')
  return (
    <FilterGroup title={t('store.price')}>
      <div className="price-fields">
        <PriceField
          name={filterNames.priceFrom}
          value={from}
          label={t('store.price_from')}
          hint={facets.price ? String(Math.floor(facets.price.from.amount / unit)) : ''}
          symbol={symbol}
          onLeave={onLeave}
        />
        <span aria-hidden="true">–</span>
        <PriceField
          name={filterNames.priceTo}
          value={to}
          label={t('store.price_to')}
          hint={facets.price ? String(Math.ceil(facets.price.to.amount / unit)) : ''}
          symbol={symbol}
          onLeave={onLeave}
        />
      </div>
    </FilterGroup>
  )
}

interface PriceFieldProps {
  name: string
  value: string
  label: string
  hint: string
  symbol: string
  onLeave: (event: FormEvent<HTMLElement>) => void
}

function PriceField({ name, value, label, hint, symbol, onLeave }: PriceFieldProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  return (
    <label className="price-field">
      <span className="visually-hidden">{label}</span>
      <span aria-hidden="true">{symbol}</span>
      <input
        name={name}
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
        pattern={writtenPrice}
        placeholder={hint}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={(event) => event.currentTarget.validity.valid && onLeave(event)}
      />
    </label>
  )
}
