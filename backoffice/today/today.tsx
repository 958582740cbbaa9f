import { Form, Link, useLoaderData } from 'react-router'
import type { Method } from '#contract/checkout.ts'
import { formatCharge } from '#contract/money.ts'
import { Icon } from '#ui/icon.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { hasRight, useFrame } from '../core/me.ts'
import { Card, Empty, Page } from '../frame/page.tsx'
import { useTodayTexts } from './texts.ts'

const pauseMinutes = 30
const mostOrders = 50

/** Loads what the person may see: stores, open orders, requests, stuck payments. */
export async function loader() {
  const { me } = await api.people.status()
  const may = (right: Parameters<typeof hasRight>[1]) => me !== null && hasRight(me, right)
  const [stores, orders, requests, stuck, todo] = await Promise.all([
    may('store.pause') ? api.staff.pauses() : null,
    may('orders.see') ? api.staff.orders({ limit: mostOrders }) : null,
    may('orders.see') ? api.staff.cancelRequests() : null,
    may('money.see') ? api.staff.stuck() : null,
    may('shop.write') ? loadSetup() : null,
  ])
  return {
    stores: stores?.stores ?? [],
    orders: orders?.orders ?? null,
    requests: requests?.orders.length ?? 0,
    stuck: stuck?.stuck.length ?? 0,
    todo,
  }
}

/** What an owner of a new shop has done so far. */
async function loadSetup() {
  const [{ version }, { stores }, { people, invitations }, { products }, seller, payment] = await Promise.all([
    api.staff.shopSettings(),
    api.staff.stores(),
    api.people.people(),
    api.staff.products({}),
    api.staff.seller(),
    api.staff.paymentSetup(),
  ])
  return {
    isNamed: version > 0,
    hasAddress: stores.some(({ street }) => street !== ''),
    hasTaxNumber: Object.keys(seller.registrations).length > 0,
    hasPayment: payment.providers.some(({ isOn }) => isOn),
    hasProduct: products.length > 0,
    hasTeam: people.length + invitations.length > 1,
  }
}

/** Pauses a store or takes orders again. */
export async function action({ request }: { request: Request }) {
  const form = await request.formData()
  const [intent = '', location = ''] = textOf(form, 'intent').split(' ')
  return attempt(
    intent === 'pause' ? api.staff.pause({ location, minutes: pauseMinutes }) : api.staff.resume({ location }),
  )
}

/** `/office`: what needs the person now. */
export function Component() {
  const { me } = useFrame()
  const { t, when } = useTodayTexts()
  const { stores, orders, requests, stuck, todo } = useLoaderData<typeof loader>()
  return (
    <Page title={t('today.greeting', { name: me.name })}>
      {me.secondStepDue && (
        <p className="alert alert-note">
          {t('today.second_step', { date: when(me.secondStepDue) })}{' '}
          <Link to="/me#second-step">{t('today.second_step_link')}</Link>
        </p>
      )}
      {todo && <SetUp todo={todo} />}
      <div className="tiles">
        {requests > 0 && <Tile title={t('today.cancel_requests')} count={requests} />}
        {stuck > 0 && <Tile title={t('today.stuck')} count={stuck} />}
      </div>
      {stores.length > 0 && <Stores stores={stores} />}
      {orders && <Orders orders={orders} />}
    </Page>
  )
}

function Tile({ title, count }: { title: string; count: number }) {
  return (
    <p className="tile">
      <strong>{count}</strong>
      {title}
    </p>
  )
}

type Data = Awaited<ReturnType<typeof loader>>

/** The steps from an empty shop to a first order; gone when all are done. */
function SetUp({ todo }: { todo: NonNullable<Data['todo']> }) {
  const { me } = useFrame()
  const { t } = useTodayTexts()
  const steps = [
    { title: t('setup.name'), to: '/shop', isDone: todo.isNamed },
    { title: t('setup.address'), to: '/shop', isDone: todo.hasAddress },
    { title: t('setup.taxes'), to: '/taxes', isDone: todo.hasTaxNumber },
    { title: t('setup.payment'), to: '/payment', isDone: todo.hasPayment },
    { title: t('setup.product'), to: '/products', isDone: todo.hasProduct },
    { title: t('setup.second_step'), to: '/me#second-step', isDone: me.hasSecondStep || !me.secondStepDue },
    { title: t('setup.staff'), to: '/staff', isDone: todo.hasTeam },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <Card title={t('setup.title')}>
      <p className="soft">{t('setup.progress', { done, all: steps.length })}</p>
      <ul className="rows">
        {steps.map(({ title, to, isDone }) => (
          <li key={title} className="row-item">
            {isDone ? <span className="soft">{title}</span> : <Link to={to}>{title}</Link>}
            {isDone && (
              <span className="state state-good">
                <Icon name="check" />
                {t('setup.done')}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Stores({ stores }: Pick<Data, 'stores'>) {
  const { t, say } = useTodayTexts()
  return (
    <Card title={t('today.stores')}>
      <ul className="rows">
        {stores.map((store) => (
          <li key={store.location} className="row-item">
            <div>
              <strong>{say(store.name)}</strong>
              <PauseState store={store} />
            </div>
            <Form method="post">
              {store.pauses.length > 0 ? (
                <SendButton intent={`resume ${store.location}`} label={`${t('today.resume')}: ${say(store.name)}`}>
                  {t('today.resume')}
                </SendButton>
              ) : (
                <SendButton
                  intent={`pause ${store.location}`}
                  className="button-quiet"
                  label={`${t('today.pause')}: ${say(store.name)}`}
                >
                  {t('today.pause')}
                </SendButton>
              )}
            </Form>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function PauseState({ store: { pauses, isAllPaused } }: { store: Data['stores'][number] }) {
  const { t, when } = useTodayTexts()
  if (pauses.length === 0) {
    return (
      <p className="state state-good">
        <Icon name="check" />
        {t('today.open')}
      </p>
    )
  }
  const methods = isAllPaused ? '' : ` (${pauses.map(({ method }) => methodName(t, method)).join(', ')})`
  const until = pauses[0]?.until
  return (
    <p className="state state-late">
      <Icon name="alert" />
      {(until ? t('today.paused_until', { time: when(until) }) : t('today.paused')) + methods}
    </p>
  )
}

const methodName = (t: ReturnType<typeof useTodayTexts>['t'], method: Method) => t(`method.${method}`)

function Orders({ orders }: { orders: NonNullable<Data['orders']> }) {
  const { t, locale } = useTodayTexts()
  return (
    <Card title={t('today.orders')}>
      {orders.length === 0 ? (
        <Empty title={t('today.no_orders')}>{t('today.no_orders_help')}</Empty>
      ) : (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('today.order')}</th>
              <th scope="col">{t('today.due')}</th>
              <th scope="col">{t('today.customer')}</th>
              <th scope="col" className="number">
                {t('today.total')}
              </th>
            </tr>
          </thead>
          <tbody>
            {orders.map(({ orderID, pickupCode, slot, method, contact, total }) => (
              <tr key={orderID}>
                <th scope="row">{pickupCode}</th>
                <td>
                  {methodName(t, method)} {slot ? `${slot.date.slice(5)} ${slot.time ?? ''}` : ''}
                </td>
                <td>{contact.name}</td>
                <td className="number">{formatCharge(total, locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
