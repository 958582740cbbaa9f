import { replace } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { localPath } from '#storefront/core/own-path.ts'

/**
 * `/main` is a blank page that redirects to the page `to`, without adding a history entry. Through this detour, the
 * router opens the current page again with new data.
 */
const load = async (_: Client, { url }: Page) => {
  const to = localPath(url.searchParams.get('to'), '')
  if (to && !to.startsWith('/main')) throw replace(to)
  return null
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Main() {
  return <main />
}
