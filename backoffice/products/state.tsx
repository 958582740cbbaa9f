import { Check } from '#ui/check.tsx'
import { Field } from '#ui/field.tsx'
import { Card } from '../frame/page.tsx'
import type { ShownProduct } from './form.ts'
import { stockBefore, stockNow } from './form.ts'
import { useProductTexts } from './texts.ts'

/**
 * The fields that set whether and when shoppers see a product. Also shows its stock, or a field to mark it as sold out
 * if its stock is not counted.
 */
export function State({ product }: { product: ShownProduct }) {
  const { isShown, isSoldOut, isCounted, publishedAt } = product
  const { t } = useProductTexts()
  const isLater = publishedAt !== '' && new Date(publishedAt) > new Date()
  return (
    <Card title={t('product.state')}>
      <Check name="isShown" label={t('product.shown')} defaultChecked={isShown} />
      {isLater && <input type="hidden" name="wasScheduled" value="on" />}
      <Field
        name="publishedAt"
        type="datetime-local"
        label={t('product.shown_from')}
        hint={t('product.shown_from_hint')}
        defaultValue={isLater ? localTime(publishedAt) : ''}
        required={false}
      />
      {!isCounted && (
        <Check
          name="isSoldOut"
          label={t('product.sold_out')}
          hint={t('product.sold_out_hint')}
          defaultChecked={isSoldOut}
        />
      )}
      {isCounted && <Stock product={product} />}
    </Card>
  )
}

/** Formats an instant for a field with date and time, in the device's time zone. */
function localTime(instant: string): string {
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The stock of a counted product in each store. */
function Stock({ product: { stock, isSoldOut } }: { product: ShownProduct }) {
  const { t, say } = useProductTexts()
  return (
    <>
      <p>{t(isSoldOut ? 'product.no_stock' : 'product.counted')}</p>
      <div className="pair">
        {stock.map(({ location, name, quantity, held }) => (
          <div key={location}>
            <input type="hidden" name={stockBefore + location} value={quantity} />
            <Field
              name={stockNow + location}
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
