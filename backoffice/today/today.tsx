import { Form, Link, useLoaderData } from 'react-router'
import type { Method } from '#contract/checkout.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { goesTo } from '#contract/fulfilment-methods.ts'
import type { Me } from '#contract/office/people.ts'
import { ErrorSummary, Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { hasRight, hasRightAt, hasRightWithout, useFrame } from '../core/me.ts'
import { Card, Page } from '../frame/page.tsx'
import { Deliveries } from './deliveries.tsx'
import { changeStock, StockWork, TableWork } from './device-work.tsx'
import { loadOpenOrders, OpenOrders } from './open-orders.tsx'
import { methodName, StoreState } from './store-state.tsx'
import { useTodayTexts } from './texts.ts'

const pauseMinutes = 30
const rushMinutes = [10, 20]
const methods: Method[] = ['PICKUP', 'DELIVERY', 'EAT_IN', 'SHIPPING']
/** A shop counts as new until more than this number of orders were handed over. */
const setupOrderLimit = 3

/** Loads what the staff member may see, such as stores, a page of open orders, and payments that need a decision. */
export async function loader({ request }: { request: Request }) {
  const after = new URL(request.url).searchParams.get('after') ?? ''
  const { me } = await api.people.status()
  const hasAnyRight = (right: Parameters<typeof hasRight>[1]) => me !== null && hasRight(me, right)
  const isDriver = me !== null && hasRightWithout(me, 'orders.run', 'orders.see')
  const countsStock = me?.isOnDevice && hasRight(me, 'stock.work') && hasRight(me, 'catalogue.see')
  const [stores, orders, deliveries, requests, stuck, expected, products, todo] = await Promise.all([
    hasAnyRight('store.pause') ? api.staff.pauses() : null,
    hasAnyRight('orders.see') ? loadOpenOrders(after) : null,
    isDriver ? api.staff.deliveries() : null,
    hasAnyRight('orders.see') ? api.staff.cancelRequestCount() : null,
    hasAnyRight('money.see') ? api.staff.stuck() : null,
    hasAnyRight('money.see') ? api.staff.expectedPayments({}) : null,
    countsStock ? api.staff.products({}) : null,
    // The setup concerns the whole shop, so an owner of single stores may not load it.
    me && hasRightAt(me, 'shop.write', null) ? loadSetup() : null,
  ])
  return {
    stores: stores?.stores ?? [],
    orders,
    // Leaves out the deliveries of stores whose orders the staff member may see. The open orders already contain them.
    deliveries: deliveries?.orders.filter(({ location }) => me && !hasRightAt(me, 'orders.see', location.id)) ?? null,
    requests: requests?.count ?? 0,
    stuck: stuck?.stuck.length ?? 0,
    expected: expected ? expected.payments.length + expected.refunds.length : 0,
    products: products?.products ?? null,
    todo,
  }
}

/** Loads which steps of setting up a new shop are done. */
async function loadSetup() {
  const [{ isNamed, lacksMailServer }, { stores }, { products }, seller, payment, ...orders] = await Promise.all([
    api.staff.shopSettings(),
    api.staff.stores(),
    api.staff.products({ limit: 1 }),
    api.staff.seller(),
    api.staff.paymentSetup(),
    api.staff.orders({ limit: 1 }),
    api.staff.orders({ group: 'done', limit: setupOrderLimit + 1 }),
    api.staff.orders({ group: 'cancelled', limit: 1 }),
  ])
  // An order proves that shoppers can pay, at least at the store. So the step for payment then counts as done, even if
  // no payment provider is on.
  const hasOrder = orders.some((list) => list.orders.length > 0)
  return {
    isNamed,
    lacksMailServer,
    hasAddress: stores.some(({ street }) => street !== ''),
    hasMethod: stores.some(({ methods }) => methods.length > 0),
    firstStore: stores[0]?.location,
    hasSeller: seller.name !== '' || Object.keys(seller.registrations).length > 0,
    hasPayment: hasOrder || payment.providers.some(({ isOn }) => isOn),
    hasProduct: products.length > 0,
    hasOrder,
    isNew: (orders[1]?.orders.length ?? 0) <= setupOrderLimit,
  }
}

interface Result {
  errors?: ErrorItem[] | undefined
  /** The stock after a change. */
  shelf?: { sku: string; onHand: number; held: number }
}

/**
 * Accepts an order, changes the stock, pauses or resumes a store or a method, changes the waiting time, or closes early
 * today.
 */
export async function action({ request }: { request: Request }): Promise<Result> {
  const form = await request.formData()
  const [intent = '', id = '', value = ''] = textOf(form, 'intent').split(' ')
  if (intent === 'stockIn' || intent === 'stockOut') return changeStock(form, intent)
  const method = methods.find((one) => one === value)
  const methodFilter = method && { method }
  if (intent === 'accept') return attempt(api.staff.accept({ order: id }))
  if (intent === 'pause') return attempt(api.staff.pause({ location: id, minutes: pauseMinutes, ...methodFilter }))
  if (intent === 'slower') return attempt(api.staff.slower({ location: id, minutes: Number(value) }))
  if (intent === 'close') return attempt(api.staff.closeEarly({ location: id, time: textOf(form, 'time') }))
  return attempt(api.staff.resume({ location: id, ...methodFilter }))
}

/** `/office`: what currently needs the staff member's attention. */
export function Component() {
  const { me } = useFrame()
  const { t, when } = useTodayTexts()
  const { stores, orders, deliveries, requests, stuck, expected, products, todo } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const ownStore = me.isOnDevice ? storeOf(me) : null
  const hasTableLink = stores.length > 0
  return (
    <Page title={t('today.greeting', { name: me.name })}>
      <ErrorSummary errors={result?.errors} title={t('today.refused')} labels={{}} />
      {me.secondStepDue && (
        <p className="alert alert-note">
          {t('today.second_step', { date: when(me.secondStepDue) })}{' '}
          <Link to="/me#second-step">{t('today.second_step_link')}</Link>
        </p>
      )}
      {todo?.lacksMailServer && <p className="alert alert-note">{t('today.no_email')}</p>}
      {todo && <SetUp todo={todo} />}
      <div className="tiles">
        {requests > 0 && <Tile to="/requests" title={t('today.cancel_requests')} count={requests} />}
        {expected > 0 && <Tile to="/expected" title={t('today.expected')} count={expected} />}
        {stuck > 0 && <Tile to="/payments" title={t('today.stuck')} count={stuck} />}
      </div>
      {stores.length > 0 && <Stores stores={stores} />}
      {deliveries && <Deliveries orders={deliveries} />}
      {ownStore && !hasTableLink && hasRight(me, 'tables.work') && <TableWork location={ownStore} />}
      {ownStore && products && <StockWork location={ownStore} products={products} shelf={result?.shelf} />}
      {orders && <OpenOrders {...orders} />}
    </Page>
  )
}

/** The store of a counter device. All of its rights are for that store. */
function storeOf({ rights }: Me): string | null {
  const [stores] = Object.values(rights)
  return Array.isArray(stores) ? (stores[0] ?? null) : null
}

function Tile({ to, title, count }: { to: string; title: string; count: number }) {
  return (
    <Link className="tile" to={to}>
      <strong>{count}</strong>
      {title}
    </Link>
  )
}

type Data = Awaited<ReturnType<typeof loader>>

/**
 * The eight steps from an empty shop to a test order. After the last step, one line says that the shop is set up. The
 * line disappears when the shop is no longer new.
 */
function SetUp({ todo }: { todo: NonNullable<Data['todo']> }) {
  const { t } = useTodayTexts()
  const store = todo.firstStore ? `/shop/${todo.firstStore}` : '/shop'
  const steps = [
    { title: t('setup.name'), to: '/look', isDone: todo.isNamed },
    { title: t('setup.currency'), to: '/options', isDone: todo.hasProduct },
    { title: t('setup.address'), to: store, isDone: todo.hasAddress },
    { title: t('setup.methods'), to: store, isDone: todo.hasMethod },
    { title: t('setup.taxes'), to: '/taxes', isDone: todo.hasSeller },
    { title: t('setup.payment'), to: '/payment', isDone: todo.hasPayment },
    { title: t('setup.product'), to: '/products', isDone: todo.hasProduct },
    { title: t('setup.order'), to: null, isDone: todo.hasOrder },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) {
    if (!todo.isNew) return null
    return (
      <p className="state state-good">
        <Icon name="check" />
        {t('setup.all_done', { all: steps.length })}
      </p>
    )
  }
  return (
    <Card title={t('setup.title')}>
      <p className="soft">{t('setup.progress', { done, all: steps.length })}</p>
      <ul className="rows">
        {steps.map(({ title, to, isDone }) => (
          <li key={title} className="row-item">
            {!isDone && to && <Link to={to}>{title}</Link>}
            {!isDone && !to && <a href="/">{title}</a>}
            {isDone && <span className="soft">{title}</span>}
            {isDone && (
              <span className="state state-good">
                <Icon name="check" />
                {t('setup.done')}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p>
        <Link to="/staff">{t('setup.staff')}</Link>
      </p>
    </Card>
  )
}

function Stores({ stores }: Pick<Data, 'stores'>) {
  const { me } = useFrame()
  const { t, say } = useTodayTexts()
  return (
    <Card title={t('today.stores')}>
      <ul className="rows">
        {stores.map((store) => (
          <li key={store.location} className="row-item">
            <div>
              <strong>{say(store.name)}</strong>
              <StoreState store={store} />
              {store.methods.some((method) => goesTo(method, 'table')) &&
                hasRightAt(me, 'tables.work', store.location) && (
                  <Link to={`/tables/${store.location}`}>{t('today.tables')}</Link>
                )}
            </div>
            <Form method="post" className="row">
              <PauseButtons store={store} />
            </Form>
            <details className="store-more">
              <summary>{t('today.more')}</summary>
              <MoreActions store={store} />
            </details>
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface StoreProps {
  store: Data['stores'][number]
}

function PauseButtons({ store: { location, name, pauses } }: StoreProps) {
  const { t, say } = useTodayTexts()
  const isPaused = pauses.length > 0
  return (
    <SendButton
      intent={`${isPaused ? 'resume' : 'pause'} ${location}`}
      className={isPaused ? '' : 'button-quiet'}
      label={`${t(isPaused ? 'today.resume' : 'today.pause')}: ${say(name)}`}
    >
      {t(isPaused ? 'today.resume' : 'today.pause')}
    </SendButton>
  )
}

/** More actions for a store: pausing a method, the waiting time, and closing early. */
function MoreActions({ store }: StoreProps) {
  const { t } = useTodayTexts()
  const { me } = useFrame()
  const { location, pauses, slower, openUntil } = store
  const isPaused = (method: Method) => pauses.some((pause) => pause.method === method)
  return (
    <div className="stack">
      {store.methods.length > 1 && (
        <Form method="post" className="row">
          {store.methods.map((method) => (
            <SendButton
              key={method}
              intent={`${isPaused(method) ? 'resume' : 'pause'} ${location} ${method}`}
              className="button-quiet"
            >
              {t(isPaused(method) ? 'today.resume_method' : 'today.pause_method', { method: methodName(t, method) })}
            </SendButton>
          ))}
        </Form>
      )}
      <Form method="post" className="row">
        {rushMinutes.map((minutes) => (
          <SendButton key={minutes} intent={`slower ${location} ${minutes}`} className="button-quiet">
            {t('today.slower', { minutes })}
          </SendButton>
        ))}
        {slower && (
          <SendButton intent={`slower ${location} 0`} className="button-quiet">
            {t('today.not_slower')}
          </SendButton>
        )}
      </Form>
      {openUntil && hasRightAt(me, 'store.write', location) && (
        <Form method="post" className="search-row">
          <Field name="time" type="time" label={t('today.close_at')} />
          <SendButton intent={`close ${location}`} className="button-quiet">
            {t('today.close')}
          </SendButton>
        </Form>
      )}
    </div>
  )
}
