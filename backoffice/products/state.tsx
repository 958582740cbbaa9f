import { Link } from 'react-router'
import { Check } from '#ui/check.tsx'
import { Field } from '#ui/field.tsx'
import { hasRight, useFrame } from '../core/me.ts'
import { Card } from '../frame/page.tsx'
import type { CardProps, ShownProduct } from './form.ts'
import { stockPrefix, storedStockPrefix } from './form.ts'
import { useProductTexts } from './texts.ts'

/**
 * The fields that set whether and when shoppers see a product, and whether its stock is counted. Also shows the stock,
 * or a field to mark the product as sold out if its stock is not counted.
 */
export function State({ product, errors }: CardProps) {
  const { isShown, isArchived, isCounted, publishedAt, stock, version } = product
  const isStored = version !== ''
  const { t } = useProductTexts()
  const isScheduled = publishedAt !== '' && new Date(publishedAt) > new Date()
  return (
    <Card title={t('product.state')}>
      {/* Shoppers never see an archived product. The field stays in the form, because another person may bring the
          product back meanwhile: merging then writes the new value into the field. */}
      <div hidden={isArchived}>
        <Check name="isShown" label={t('product.shown')} defaultChecked={isShown} errors={errors} />
      </div>
      {isScheduled && <input type="hidden" name="wasScheduled" value="on" />}
      <Field
        name="publishedAt"
        type="datetime-local"
        label={t('product.shown_from')}
        hint={t('product.shown_from_hint')}
        defaultValue={isScheduled ? localTime(publishedAt) : ''}
        required={false}
      />
      {/* Style sheets hide what does not apply, because scripts of the form can write the field `isCounted`. */}
      <div className="stack product-stock">
        {(isCounted || isStored || stock.length > 0) && (
          <Check
            name="isCounted"
            label={t('product.count')}
            hint={t('product.count_hint')}
            defaultChecked={isCounted}
          />
        )}
        <div className="product-stock-counted">
          {stock.length > 0 ? <Stock product={product} /> : <VariantStock product={product} />}
        </div>
        <div className="product-stock-uncounted">
          <SoldOut product={product} />
        </div>
      </div>
    </Card>
  )
}

function SoldOut({ product: { isSoldOut, isCounted } }: { product: ShownProduct }) {
  const { t } = useProductTexts()
  return (
    <Check
      name="isSoldOut"
      label={t('product.sold_out')}
      hint={t('product.sold_out_hint')}
      defaultChecked={isSoldOut && !isCounted}
    />
  )
}

/** Formats an instant for a field with date and time, in the device's time zone. */
function localTime(instant: string): string {
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The stock of a product in each store, if it has one variant. */
function Stock({ product: { stock, isSoldOut, isCounted, version } }: { product: ShownProduct }) {
  const { t, say } = useProductTexts()
  const isStored = isCounted && version !== ''
  return (
    <>
      {isStored && isSoldOut && <p>{t('product.no_stock')}</p>}
      <div className="pair">
        {stock.map(({ location, name, quantity, held }) => (
          <div key={location}>
            {/* React would reset the value of a hidden input, which the form itself writes when the stock changes. */}
            <input hidden readOnly name={storedStockPrefix + location} defaultValue={isStored ? quantity : ''} />
            <Field
              data-undrafted=""
              name={stockPrefix + location}
              type="number"
              inputMode="numeric"
              min={held}
              max={1_000_000}
              label={t('product.pieces', { store: say(name) })}
              {...(held > 0 && { hint: t('product.held', { count: held }) })}
              defaultValue={quantity}
            />
          </div>
        ))}
      </div>
    </>
  )
}

/**
 * Replaces `Stock` for a product with several variants. If the shop counts the product's stock, links to the stock of
 * the variants, for staff who may work with stock. Otherwise, says that each variant will start with 0 pieces.
 */
function VariantStock({ product: { name, isCounted } }: { product: ShownProduct }) {
  const { me } = useFrame()
  const { t, say } = useProductTexts()
  if (!isCounted) return <p className="soft">{t('product.starts_at_zero')}</p>
  if (!hasRight(me, 'stock.work')) return null
  return <Link to={`/stock?${new URLSearchParams({ find: say(name) })}`}>{t('product.to_stock')}</Link>
}
