import { Link, useLocation, useSearchParams } from 'react-router'
import { useShop } from '#storefront/core/shop.ts'
import { Done } from '#ui/done.tsx'
import { mergedParameter } from './after-sign-in.ts'

const cart = '/checkout/cart'

/** After a sign-in, reports how many lines were merged from the guest's cart. */
export function MergedNote() {
  const { t, count } = useShop()
  const [query] = useSearchParams()
  const { pathname } = useLocation()
  const lines = Number(query.get(mergedParameter))
  if (!Number.isInteger(lines) || lines < 1) return null
  return (
    <Done>
      <span>
        {count('account.merged', lines)}{' '}
        {pathname !== cart && (
          <Link className="link" to={cart}>
            {t('account.merged_look')}
          </Link>
        )}
      </span>
    </Done>
  )
}
