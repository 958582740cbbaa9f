import type { MessageKey } from '#contract/messages.ts'
import type { AppInfo } from '#contract/shell.ts'
import { describeShop } from '#storefront/shop.ts'

interface Match {
  id: string
  loaderData?: unknown
}

/** Title of a page that belongs to one shopper, and that search engines leave alone. */
export function privateMeta(key: MessageKey) {
  return ({ matches }: { matches: readonly (Match | undefined)[] }) => {
    const info = matches.find((match) => match?.id === 'root')?.loaderData as AppInfo | undefined
    const title = info ? [{ title: `${describeShop(info).t(key)} · ${info.appContent.storeName}` }] : []
    return [...title, { name: 'robots', content: 'noindex' }]
  }
}
