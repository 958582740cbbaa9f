import { inject } from 'vitest'

/**
 * The demonstration shop of one Vitest worker. Each worker has its own shop, so that parallel tests do not share files.
 */
export interface JourneyShop {
  shopUrl: string
  /**
   * The shop's data folder. `outbox` has the shop's emails. `media` has its drawn pictures, which other shops may
   * share.
   */
  shopFolder: string
  /** The URL of WeChat Pay's simulator. */
  weChatPayUrl: string
  /** The URL of the simulator of WeChat's sign-in. */
  weChatUrl: string
  /** The URL of SnapPay's simulator. */
  snapPayUrl: string
}

export const { shopUrl, shopFolder, weChatPayUrl, weChatUrl, snapPayUrl } = ownShop()

function ownShop(): JourneyShop {
  const worker = Number(process.env.VITEST_POOL_ID)
  const shop = inject('shops')[worker - 1]
  if (!shop) throw new Error(`There is no shop for worker ${worker}.`)
  return shop
}
