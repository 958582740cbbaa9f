import { data, redirect } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { Page } from '#storefront/data.ts'
import { inBrowser, isRefusal, onServer } from '#storefront/data.ts'
import { useShop } from '#storefront/shop.ts'
import type { Route } from './+types/cart'
import { changeCart } from './change-cart.ts'
import { ownPath } from './own-path.ts'

const load = (api: Client) => api.cart.view()
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** A form sent without JavaScript goes on to its `redirectTo`, else to the cart; with it the answer stays data. */
export const action = onServer(async (api: Client, { request }: Page) => {
  const form = await request.formData()
  const answer = await changeCart(api, form)
  if (isRefusal(answer)) return data(answer, { status: 409 })
  throw redirect(ownPath(form.get('redirectTo'), '/checkout/cart'), 303)
})
export const clientAction = inBrowser(async (api: Client, { request }: Page) =>
  changeCart(api, await request.formData()),
)

/** The cart, and the one place where the storefront changes it. */
export default function CartPage({ loaderData: cart }: Route.ComponentProps) {
  const { app } = useShop()
  return (
    <main className="wrap">
      <h1>{app.storeName}</h1>
      <p>{cart.itemCount}</p>
    </main>
  )
}
