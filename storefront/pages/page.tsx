import type { Client } from '#contract/client.ts'
import type { Page } from '#storefront/data.ts'
import { inBrowser, onServer } from '#storefront/data.ts'
import { useShop } from '#storefront/shop.ts'
import type { Route } from './+types/page'

const load = (api: Client, { params }: Page) => api.content.page({ pageName: params.name ?? '' })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** A content page of the merchant's, at `/{name}`. */
export default function ContentPage({ loaderData }: Route.ComponentProps) {
  const { say } = useShop()
  return <h1>{say(loaderData.title)}</h1>
}
