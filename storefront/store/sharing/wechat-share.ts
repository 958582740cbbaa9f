import { browserApi } from '#storefront/core/data.ts'

/** The global object of WeChat's script. */
interface WeChatScript {
  config(settings: {
    appId: string
    timestamp: number
    nonceStr: string
    signature: string
    jsApiList: readonly string[]
  }): void
  ready(callback: () => void): void
  updateAppMessageShareData(data: WeChatShareData): void
  updateTimelineShareData(data: WeChatShareData): void
}
interface WeChatShareData {
  title: string
  desc: string
  link: string
  imgUrl: string
}
const apiNames = ['updateAppMessageShareData', 'updateTimelineShareData'] as const

/**
 * Loads WeChat's script and sets what WeChat's own menu shares. Returns false if the shop is not set up for WeChat
 * sharing, or if the script fails to load. WeChat then shares the page as it is.
 */
export async function prepareWeChatShare(shareData: WeChatShareData): Promise<boolean> {
  const api = await browserApi()
  const [url = ''] = location.href.split('#')
  const signature = await api.wechat.shareSignature({ url }).catch(() => null)
  const wx = signature && (await load(signature.script).catch(() => null))
  if (!signature || !wx) return false
  const { script: _, ...settings } = signature
  wx.config({ ...settings, jsApiList: apiNames })
  wx.ready(() => {
    for (const name of apiNames) wx[name](shareData)
  })
  return true
}

let loading: Promise<WeChatScript> | undefined
function load(script: string): Promise<WeChatScript> {
  loading ??= new Promise((resolve, reject) => {
    const element = document.createElement('script')
    element.src = script
    // The cast is safe, because WeChat's script has set `wx` when it has loaded.
    element.onload = () => resolve((window as unknown as { wx: WeChatScript }).wx)
    element.onerror = () => {
      loading = undefined
      reject(new Error('WeChat’s script did not load'))
    }
    document.head.append(element)
  })
  return loading
}
