import { inject } from 'vitest'

/** Where the demonstration of one worker is: files of journeys that run at the same time do not meet. */
export interface JourneyShop {
  shopUrl: string
  /** The shop's data: its `outbox` has the mails, its `media` the drawn pictures, which other shops may share. */
  shopFolder: string
  /** Where WeChat's own sheet is answered. */
  weChatPayUrl: string
  /** Where WeChat's own sign-in is answered. */
  weChatUrl: string
  /** Where SnapPay's simulator takes orders of tests. */
  snapPayUrl: string
}

export const { shopUrl, shopFolder, weChatPayUrl, weChatUrl, snapPayUrl } = ownShop()

function ownShop(): JourneyShop {
  const worker = Number(process.env.VITEST_POOL_ID)
  const shop = inject('shops')[worker - 1]
  if (!shop) throw new Error(`There is no shop for worker ${worker}.`)
  return shop
}
