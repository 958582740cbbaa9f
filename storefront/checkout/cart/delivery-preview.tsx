import { Link } from 'react-router'
import type { DeliveringStore } from '#contract/delivery.ts'
import { formatTime } from '#contract/format.ts'
import { useBasket } from '#storefront/basket/basket.ts'
import { useShop } from '#storefront/core/shop.ts'
import { arrivalText } from '#storefront/parts/arrival.ts'
import { Price } from '#storefront/parts/price.tsx'
import type { Preview } from './use-delivery-preview.ts'
import './cart.css'

interface DeliveryPreviewProps {
  preview: Preview
  /** The id of the store of the cart. A group-buy's store can differ from the visitor's. */
  storeId: string
  when: (date: string) => string
}

/**
 * The fee and earliest time of delivery to a postal code. If the cart's store does not deliver there, names another
 * store that does, or the nearest store for pickup. For a group-buy, only says that its store does not deliver there.
 */
export function DeliveryPreview({ preview, ...props }: DeliveryPreviewProps) {
  return (
    <div className="delivery-preview" role="status">
      {preview?.isKnown && <PreviewResult preview={preview} {...props} />}
    </div>
  )
}

function PreviewResult({ preview, storeId, when }: DeliveryPreviewProps & { preview: NonNullable<Preview> }) {
  const { t, say } = useShop()
  const { campaignId, cart } = useBasket()
  const { locations, nearestPickup } = preview
  const postCode = preview.postCode ?? ''
  const [bestStore] = locations
  if (bestStore?.locationId === storeId) return <Offer store={bestStore} postCode={postCode} when={when} />
  if (campaignId) return <p className="alert alert-note">{t('delivery.not_in_campaign', { postCode })}</p>
  if (bestStore) {
    return (
      <p className="alert alert-note">
        {t('delivery.other_store', { postCode, store: say(bestStore.localStoreName) })}{' '}
        <Link to={cart}>{t('checkout.back_to_cart')}</Link>
      </p>
    )
  }
  return (
    <p className="alert alert-note">
      {t('delivery.nobody', { postCode })}{' '}
      {nearestPickup &&
        t('delivery.pickup', { store: say(nearestPickup.localStoreName), address: nearestPickup.address })}
    </p>
  )
}

function Offer({
  store: { zone, fee, minimum, missing, freeFrom, earliest, days, isTooHeavy, maxGrams },
  postCode,
  when,
}: {
  store: DeliveringStore
  postCode: string
  when: (date: string) => string
}) {
  const { t, say, count, locale } = useShop()
  // Only the shop's own orders show the earliest time, because a group-buy has its own delivery windows.
  const { campaignId } = useBasket()
  return (
    <dl className="delivery-offer">
      <div>
        <dt>{t('delivery.to', { postCode, zone: say(zone) })}</dt>
        <dd>{fee.amount === 0 ? t('delivery.free') : <Price money={fee} />}</dd>
      </div>
      {freeFrom && fee.amount > 0 && (
        <div>
          <dt>{t('delivery.free_from')}</dt>
          <dd>
            <Price money={freeFrom} />
          </dd>
        </div>
      )}
      {minimum.amount > 0 && (
        <div>
          <dt>{t('delivery.minimum')}</dt>
          <dd>
            <Price money={minimum} />
          </dd>
        </div>
      )}
      {missing.amount > 0 && (
        <div className="delivery-missing">
          <dt>{t('delivery.missing')}</dt>
          <dd>
            <Price money={missing} />
          </dd>
        </div>
      )}
      {isTooHeavy && maxGrams !== null && (
        <div className="delivery-missing">
          <dt>{t('delivery.too_heavy')}</dt>
          <dd>{t('delivery.kilograms', { weight: maxGrams / 1000 })}</dd>
        </div>
      )}
      {days && (
        <div>
          <dt>{t('orders.arrival')}</dt>
          <dd>{arrivalText(days, { t, count })}</dd>
        </div>
      )}
      {earliest && !campaignId && (
        <div>
          <dt>{t('delivery.earliest')}</dt>
          <dd>
            {when(earliest.date)} · {formatTime(earliest.time, locale)}
          </dd>
        </div>
      )}
    </dl>
  )
}
