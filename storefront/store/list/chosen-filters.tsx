import { Link, useSearchParams } from 'react-router'
import type { Facets } from '#contract/catalogue.ts'
import { minorDigits } from '#contract/money.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Icon } from '#ui/icon.tsx'
import type { Filters, RemovedParameter } from './filters.ts'
import { filterNames, readFilters, withoutFilters } from './filters.ts'

/**
 * For each chosen filter, a link that removes it. The link then disappears, so the list's heading receives the focus.
 */
export function ChosenFilters({ facets, headingId }: { facets: Facets; headingId: string }) {
  const { t } = useShop()
  const [query] = useSearchParams()
  const chips = useChips(readFilters(query), facets)
  if (chips.length === 0) return null
  const focusHeading = () => document.getElementById(headingId)?.focus({ preventScroll: true })
  return (
    <ul className="chosen" aria-label={t('store.filters_chosen')}>
      {chips.map(({ label, removed }) => (
        <li key={label}>
          <Link
            to={withoutFilters(query, removed)}
            replace
            preventScrollReset
            className="chosen-chip"
            onClick={focusHeading}
          >
            <span className="visually-hidden">{t('store.filter_remove')} </span>
            <span className="chosen-words">{label}</span>
            <Icon name="close" />
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link
            to={withoutFilters(query)}
            replace
            preventScrollReset
            className="link chosen-clear"
            onClick={focusHeading}
          >
            {t('store.filters_clear')}
          </Link>
        </li>
      )}
    </ul>
  )
}

interface Chip {
  label: string
  /** The parameters of the URL that the chip removes. */
  removed: RemovedParameter[]
}

function useChips({ inStock, onSale, priceFrom, priceTo, diets, brands }: Filters, facets: Facets): Chip[] {
  const { t, say } = useShop()
  const priceText = usePriceText()
  const brandName = (id: string) => {
    const brand = facets.brands.find((known) => known.id === id)
    return brand ? say(brand.name) : id
  }

  const chips: Chip[] = []
  if (inStock) chips.push({ label: t('store.filter_in_stock'), removed: [[filterNames.inStock]] })
  if (onSale) chips.push({ label: t('store.filter_on_sale'), removed: [[filterNames.onSale]] })
  if (priceFrom || priceTo) {
    chips.push({ label: priceText(priceFrom, priceTo), removed: [[filterNames.priceFrom], [filterNames.priceTo]] })
  }
  for (const diet of diets) chips.push({ label: t(`store.diet_${diet}`), removed: [[filterNames.diets, diet]] })
  for (const id of brands) chips.push({ label: brandName(id), removed: [[filterNames.brands, id]] })
  return chips
}

/** Returns a function that describes a price range. One of its limits can be missing. */
function usePriceText() {
  const { t, currency, moneyText } = useShop()
  const unit = 10 ** minorDigits(currency)
  const price = (value: string) => moneyText({ amount: Math.round(Number(value) * unit), currency })
  return (from: string, to: string) => {
    if (from && to) return t('store.price_between', { from: price(from), to: price(to) })
    if (from) return t('store.from', { price: price(from) })
    return t('store.price_up_to', { price: price(to) })
  }
}
