import { Form, Link } from 'react-router'
import type { OfficeProduct } from '#contract/office/products.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { Card } from '../frame/page.tsx'
import { useTodayTexts } from './texts.ts'

/**
 * A link to the tables of a counter device's store. The page shows it only without the card `Stores`, which
 * also has this link.
 */
export function TableWork({ location }: { location: string }) {
  const { t } = useTodayTexts()
  return (
    <Card title={t('today.tables')}>
      <p>{t('today.tables_help')}</p>
      <p className="row">
        <Link className="button" to={`/tables/${location}`}>
          {t('today.tables_open')}
        </Link>
      </p>
    </Card>
  )
}

interface StockWorkProps {
  location: string
  products: OfficeProduct[]
  /** The stock after the last change. */
  shelf: { sku: string; onHand: number; held: number } | undefined
}

/** A form that adds pieces that arrived, or removes pieces. */
export function StockWork({ location, products, shelf }: StockWorkProps) {
  const { t, say } = useTodayTexts()
  const countedProducts = products.filter(({ sku }) => sku !== null)
  const changedProduct = countedProducts.find(({ sku }) => sku === shelf?.sku)
  return (
    <Card title={t('today.stock')}>
      <Form method="post" className="stack">
        <input type="hidden" name="location" value={location} />
        <Select
          name="sku"
          label={t('today.stock_product')}
          options={countedProducts.map(({ sku, name }) => ({ value: sku ?? '', label: say(name) }))}
        />
        <Field name="quantity" label={t('today.stock_pieces')} type="number" min={1} max={100_000} />
        <div className="row">
          <SendButton intent="stockIn">{t('today.stock_in')}</SendButton>
          <SendButton intent="stockOut" className="button-quiet">
            {t('today.stock_out')}
          </SendButton>
        </div>
        {shelf && (
          <p role="status">
            {t('today.stock_now', {
              product: changedProduct ? say(changedProduct.name) : shelf.sku,
              count: shelf.onHand,
              held: shelf.held,
            })}
          </p>
        )}
      </Form>
    </Card>
  )
}

/** Changes the stock as requested by the form. */
export async function changeStock(form: FormData, intent: 'stockIn' | 'stockOut') {
  const { done, errors } = await attempt(
    api.staff[intent]({
      sku: textOf(form, 'sku'),
      quantity: Number(textOf(form, 'quantity')),
      location: textOf(form, 'location'),
    }),
  )
  return done ? { shelf: done } : { errors }
}
