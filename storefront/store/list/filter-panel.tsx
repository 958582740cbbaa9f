import type { FormEvent, ReactNode } from 'react'
import { useRef } from 'react'
import { Form, useSearchParams } from 'react-router'
import type { Facets } from '#contract/catalogue.ts'
import { dietaryNeeds } from '#contract/constants.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Icon } from '#ui/icon.tsx'
import { useCountTexts } from './count-texts.ts'
import type { Filters } from './filters.ts'
import { countFilters, filterNames, otherParameters, readFilters } from './filters.ts'
import type { ProductListing } from './list-data.ts'
import { PriceFields } from './price-fields.tsx'
import { useFilterQuery } from './use-filter-query.ts'

const panelId = 'filters'

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
  const { t } = useShop()
  const { show } = useCountTexts(listing)
  const { query, apply } = useFilterQuery()
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const filters = readFilters(query)
  const hasBrandChoice = hasBrands && facets.brands.length > 1

  function applyForm() {
    if (form.current) apply(new FormData(form.current))
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    document.getElementById(panelId)?.hidePopover()
    applyForm()
  }

  const groupProps = { facets, filters, onChange: applyForm }
  return (
    <div
      id={panelId}
      popover="auto"
      className="filters"
      onToggle={({ newState }) => newState === 'open' && heading.current?.focus()}
    >
      <Form ref={form} className="filters-form" onSubmit={handleSubmit} aria-labelledby={`${panelId}-title`}>
        {otherParameters(query).map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <div className="filters-head">
          <h2 id={`${panelId}-title`} ref={heading} tabIndex={-1}>
            {t('store.filter')}
          </h2>
          <CloseButton />
        </div>
        <OfferFilters {...groupProps} />
        <FilterGroup title={t('store.price')}>
          <PriceFields prices={facets.price} from={filters.priceFrom} to={filters.priceTo} onLeave={applyForm} />
        </FilterGroup>
        <DietFilters {...groupProps} title={t('store.diets')} shown={facets.diets.filter(isNeed)} />
        <DietFilters {...groupProps} title={t('store.taste')} shown={facets.diets.filter((diet) => !isNeed(diet))} />
        {hasBrandChoice && <BrandFilters {...groupProps} />}
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

function CloseButton() {
  const { t } = useShop()
  return (
    <button
      type="button"
      className="icon-button"
      popoverTarget={panelId}
      popoverTargetAction="hide"
      aria-label={t('store.close')}
    >
      <Icon name="close" />
    </button>
  )
}

interface GroupProps {
  facets: Facets
  filters: Filters
  onChange: () => void
}

function OfferFilters({ facets, filters, onChange }: GroupProps) {
  const { t } = useShop()
  return (
    <FilterGroup title={t('store.filter_offer')}>
      <Choice
        name={filterNames.inStock}
        value="1"
        isOn={filters.inStock}
        count={facets.inStock}
        onChange={onChange}
        text={t('store.filter_in_stock')}
      />
      <Choice
        name={filterNames.onSale}
        value="1"
        isOn={filters.onSale}
        count={facets.onSale}
        onChange={onChange}
        text={t('store.filter_on_sale')}
      />
    </FilterGroup>
  )
}

const isNeed = ({ id }: Facets['diets'][number]) => dietaryNeeds.some((need) => need === id)

function DietFilters({ title, shown, filters, onChange }: GroupProps & { title: string; shown: Facets['diets'] }) {
  const { t } = useShop()
  if (shown.length === 0) return null
  return (
    <FilterGroup title={title}>
      {shown.map(({ id, count }) => (
        <Choice
          key={id}
          name={filterNames.diets}
          value={id}
          isOn={filters.diets.includes(id)}
          count={count}
          onChange={onChange}
          text={t(`store.diet_${id}`)}
        />
      ))}
    </FilterGroup>
  )
}

function BrandFilters({ facets, filters, onChange }: GroupProps) {
  const { t, say, langOf } = useShop()
  return (
    <FilterGroup title={t('store.brand')}>
      {facets.brands.map(({ id, name, count }) => (
        <Choice
          key={id}
          name={filterNames.brands}
          value={id}
          isOn={filters.brands.includes(id)}
          count={count}
          onChange={onChange}
          text={say(name)}
          lang={langOf(name)}
        />
      ))}
    </FilterGroup>
  )
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
  text: string
  lang?: string | undefined
  onChange: () => void
}

function Choice({ name, value, isOn, count, text, lang, onChange }: ChoiceProps) {
  const hasNone = count === 0 && !isOn
  return (
    <label className="filter-choice" data-none={hasNone || undefined}>
      <input type="checkbox" name={name} value={value} checked={isOn} onChange={onChange} />
      <span className="filter-words" lang={lang}>
        {text}
      </span>
      {count !== null && <span className="filter-count">{count}</span>}
    </label>
  )
}
