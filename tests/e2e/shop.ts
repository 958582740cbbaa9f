import { inject } from 'vitest'

/** The demonstration of one worker, so that parallel journeys do not share files. */
export interface JourneyShop {
  shopUrl: string
  /** The shop's data: `outbox` holds its emails, `media` its drawn pictures, which other shops may share. */
  shopFolder: string
  /** The simulator of WeChat's payment sheet. */
  weChatPayUrl: string
  /** The simulator of WeChat's sign-in. */
  weChatUrl: string
  /** The control address of SnapPay's simulator. */
  snapPayUrl: string
}

export const { shopUrl, shopFolder, weChatPayUrl, weChatUrl, snapPayUrl } = ownShop()

function ownShop(): JourneyShop {
  const worker = Number(process.env.VITEST_POOL_ID)
  const shop = inject('shops')[worker - 1]
  if (!shop) throw new Error(`There is no shop for worker ${worker}.`)
  return shop
}
