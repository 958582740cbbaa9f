import type { ReactNode } from 'react'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Form, Link, useLoaderData } from 'react-router'
import type { StockItem, StockMovement } from '#contract/office/stock.ts'
import { Field } from '#ui/field.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { hasRight, hasRightAt, useFrame } from '../core/me.ts'
import { loadChosenStore, StoreChoice } from '../core/store-choice.tsx'
import { Card, Empty, Page } from '../frame/page.tsx'
import { ShelfCount, StockItemName, StockState, useItemName, Waiting } from './goods.tsx'
import type { QuickResult } from './quick-set.tsx'
import { QuickOutcome, QuickSet } from './quick-set.tsx'
import { useStockTexts } from './texts.ts'
import './stock.css'

/** Loads the stock of a variant at the chosen store, and its changes. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { store, stores } = await loadChosenStore(request, 'stock.work')
  const after = new URL(request.url).searchParams.get('after') ?? ''
  const history = await api.staff.stockHistory({ location: store, sku: params.sku ?? '', after })
  return { ...history, store, stores, after }
}

/** Sets the number of free pieces at which the stock of the variant counts as low. */
export async function action({ request, params }: LoaderFunctionArgs) {
  const form = await request.formData()
  const { store } = await loadChosenStore(request, 'stock.work')
  const lowAtText = textOf(form, 'lowAt').trim()
  const lowAt = lowAtText === '' ? null : Number(lowAtText)
  return attempt(api.staff.watchStock({ location: store, sku: params.sku ?? '', lowAt }))
}

/** `/office/stock/:sku`: the stock of one variant at a store, and its history. */
export function Component() {
  const { me } = useFrame()
  const { t } = useStockTexts()
  const nameOf = useItemName()
  const { item, store, stores } = useLoaderData<typeof loader>()
  const [quickResult, setQuickResult] = useState<QuickResult>()
  const code = encodeURIComponent(item.sku)
  return (
    <Page
      title={t('history.title', { name: nameOf(item) })}
      action={
        <Link className="button button-quiet" to={`/stock?${new URLSearchParams({ store })}`}>
          {t('work.to_stock')}
        </Link>
      }
    >
      <StoreChoice label={t('stock.store')} store={store} stores={stores} />
      <QuickOutcome result={quickResult} location={store} />
      <div className="card">
        <div className="stock-head">
          <StockItemName {...item}>
            <StockState item={item} />
            <Waiting item={item} />
          </StockItemName>
          <QuickSet key={store} item={item} location={store} done={setQuickResult} />
        </div>
        <dl className="stock-facts">
          <Fact label={t('stock.on_hand')}>{item.onHand}</Fact>
          <Fact label={t('stock.held')}>{item.held}</Fact>
          <Fact label={t('stock.free')}>{item.free}</Fact>
        </dl>
        <div className="row">
          {(['in', 'count', 'waste', 'move'] as const).map((path) =>
            path === 'move' && stores.length < 2 ? null : (
              <Link
                key={path}
                className="button button-quiet"
                to={`/stock/${path}?${new URLSearchParams({ store, code: item.sku })}`}
              >
                {t(`stock.${path === 'in' ? 'receive' : path}`)}
              </Link>
            ),
          )}
          {hasRightAt(me, 'catalogue.write', null) && (
            <Link className="button button-quiet" to={`/products/${item.product}`}>
              {t('history.product')}
            </Link>
          )}
        </div>
        <LowMark key={`${store} ${item.lowAt}`} item={item} />
      </div>
      <History code={code} />
    </Page>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function LowMark({ item }: { item: StockItem }) {
  const { t } = useStockTexts()
  const result = useFormResult<typeof action>()
  return (
    <Form method="post" className="search-row stock-low" preventScrollReset>
      <Field
        name="lowAt"
        label={t('history.low')}
        hint={t('history.low_hint')}
        type="number"
        inputMode="numeric"
        min={0}
        max={100_000}
        defaultValue={item.lowAt ?? ''}
        errors={result?.errors}
        required={false}
      />
      <SendButton intent="watch" className="button-quiet">
        {t('office.save')}
      </SendButton>
      <span role="status">{result?.done && <span className="state state-good">{t('office.saved')}</span>}</span>
    </Form>
  )
}

function History({ code }: { code: string }) {
  const { t } = useStockTexts()
  const { movements, next, after, store } = useLoaderData<typeof loader>()
  const page = (more: Record<string, string>) => `/stock/${code}?${new URLSearchParams({ store, ...more })}`
  return (
    <Card title={t('history.changes')}>
      {movements.length === 0 ? (
        <Empty title={t('history.none')}>{t('history.none_help')}</Empty>
      ) : (
        <table className="table stock-history">
          <thead>
            <tr>
              <th scope="col">{t('history.when')}</th>
              <th scope="col">{t('history.why')}</th>
              <th scope="col" className="number">
                {t('history.pieces')}
              </th>
              <th scope="col" className="number">
                {t('history.balance')}
              </th>
              <th scope="col">{t('history.who')}</th>
            </tr>
          </thead>
          <tbody>
            {movements.map((movement) => (
              <Movement key={movement.id} movement={movement} />
            ))}
          </tbody>
        </table>
      )}
      <p className="row">
        {after && <Link to={page({})}>{t('history.newest')}</Link>}
        {next && <Link to={page({ after: next })}>{t('history.older')}</Link>}
      </p>
    </Card>
  )
}

function Movement({ movement }: { movement: StockMovement }) {
  const { me } = useFrame()
  const { t, say, when } = useStockTexts()
  const { timeZone } = useLoaderData<typeof loader>()
  const { at, quantity, balance, reason, by, note, otherStore, order, shelf } = movement
  return (
    <tr className="row-item">
      <td className="soft stock-when">{when(at, timeZone)}</td>
      <td className="stock-why">
        {t(`reason.${reason}`)}
        {order && hasRight(me, 'orders.see') && (
          <>
            {' '}
            <Link to={`/orders/${order}`}>{t('history.order')}</Link>
          </>
        )}
        {otherStore && <span className="soft"> {t('history.store', { name: say(otherStore) })}</span>}
        <ShelfCount shelf={shelf} />
        {note && <span className="soft"> {note}</span>}
      </td>
      <td className="number">{quantity > 0 ? `+${quantity}` : `−${-quantity}`}</td>
      <td className="number" data-label={t('history.balance')}>
        {balance}
      </td>
      <td className="soft stock-who">{by}</td>
    </tr>
  )
}
