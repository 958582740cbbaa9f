import { data, Form, Link, redirect } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { TableOrders } from '#contract/dining.ts'
import { textInAllLanguages } from '#contract/languages.ts'
import { writeClientState } from '#storefront/core/client-state/client-state.ts'
import type { Page } from '#storefront/core/data.ts'
import { attempt, inBrowser, isRefusal, onServer } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { EmptyList } from '#storefront/parts/empty-list.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { Price } from '#storefront/parts/price.tsx'
import { useActionResult } from '#ui/hooks/use-action-result.ts'
import type { Route } from './+types/table'
import './dining.css'
import '#storefront/parts/empty-list.css'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t }) => ({ title: t('table.meta_title'), isPrivate: true }))

/** Loads the table of a scanned code, and the visitor's current table. Loading the page does not seat the visitor. */
async function load(api: Client, { params: { token } }: Page) {
  const [scanned, table] = await Promise.all([token ? attempt(api.dining.look({ token })) : null, api.dining.table()])
  return {
    sign: scanned && !isRefusal(scanned) ? scanned : null,
    refused: isRefusal(scanned) ? scanned.errors : [],
    ...table,
  }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

async function handleForm(api: Client, { request, params: { token = '' } }: Page) {
  const form = await request.formData()
  if (form.get('intent') === 'leave') {
    await api.dining.leave({})
    return { left: true, tableNumber: null }
  }
  const seat = await attempt(api.dining.sit({ token }))
  return isRefusal(seat) ? seat : { left: false, tableNumber: seat.tableNumber }
}
export const action = onServer(async (api, page) => {
  const result = await handleForm(api, page)
  if ('errors' in result) return data(result, { status: 409 })
  throw redirect(result.left ? '/table' : '/store', 303)
})
export const clientAction = inBrowser(async (api, page) => {
  const result = await handleForm(api, page)
  if ('errors' in result) return result
  writeClientState('tableNumber', result.tableNumber)
  throw redirect(result.left ? '/table' : '/store')
})

/** The page where a visitor sits down at a table and sees the orders of the party. */
export default function TablePage({
  loaderData: { sign, refused, seat, orders },
  actionData: rawActionData,
}: Route.ComponentProps) {
  const actionData = useActionResult(rawActionData)
  const { t, say } = useShop()
  const [error] = actionData && 'errors' in actionData ? actionData.errors : refused
  const isSeatedHere = seat && (!sign || (sign.tableNumber === seat.tableNumber && sign.locationId === seat.locationId))
  return (
    <div className="wrap seat">
      <h1>
        {sign || seat
          ? t('table.title', { table: sign?.tableNumber ?? seat?.tableNumber ?? '' })
          : t('table.none_title')}
      </h1>
      {error && (
        <p className="alert" role="alert">
          {error.message}
        </p>
      )}
      {sign && !isSeatedHere && (
        <>
          <p>{t(sign.isOpen ? 'table.welcome' : 'table.wait', { store: say(sign.localStoreName) })}</p>
          {sign.isOpen ? (
            <Form method="post">
              <button type="submit" className="button button-wide">
                {t('table.sit')}
              </button>
            </Form>
          ) : (
            <MenuButton />
          )}
        </>
      )}
      {isSeatedHere && <Seat seat={seat} orders={orders} />}
      {!sign &&
        !seat &&
        (error ? (
          <MenuButton />
        ) : (
          <EmptyList text={t('table.none')}>
            <MenuButton />
          </EmptyList>
        ))}
    </div>
  )
}

function MenuButton() {
  const { t } = useShop()
  return (
    <Link to="/store" className="button button-quiet">
      {t('table.order')}
    </Link>
  )
}

function Seat({ seat, orders }: { seat: NonNullable<TableOrders['seat']>; orders: TableOrders['orders'] }) {
  const { t, say, count } = useShop()
  return (
    <>
      <p>
        {t('table.at', { store: say(seat.localStoreName) })} · {count('table.guests', seat.guests)}
      </p>
      <Link to="/store" className="button button-wide">
        {t('table.order')}
      </Link>
      <section className="seat-orders">
        <h2>{t('table.ordered')}</h2>
        {orders.length === 0 && <p className="field-hint">{t('table.nothing')}</p>}
        {orders.map((order) => (
          <OrderCard key={order.placedAt} order={order} />
        ))}
      </section>
      <Form method="post">
        <button type="submit" name="intent" value="leave" className="button button-quiet">
          {t('table.leave')}
        </button>
      </Form>
    </>
  )
}

function OrderCard({ order: { isOwn, lines, total, isPaid } }: { order: TableOrders['orders'][number] }) {
  const { t, say } = useShop()
  return (
    <article className="seat-order">
      <h3>
        <span>{t(isOwn ? 'table.own' : 'table.other')}</span>
        <span>
          <Price money={total} /> · {t(isPaid ? 'table.paid' : 'table.unpaid')}
        </span>
      </h3>
      <ul>
        {lines.map(({ name, optionText, quantity }) => (
          <li key={textInAllLanguages(name) + say(optionText)}>
            {t('checkout.times', { count: quantity })} {say(name)} {say(optionText)}
          </li>
        ))}
      </ul>
    </article>
  )
}
