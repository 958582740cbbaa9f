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
  ready(work: () => void): void
  updateAppMessageShareData(what: Shared): void
  updateTimelineShareData(what: Shared): void
}
interface Shared {
  title: string
  desc: string
  link: string
  imgUrl: string
}
const names = ['updateAppMessageShareData', 'updateTimelineShareData'] as const

/**
 * Loads WeChat's script and sets what WeChat's own menu shares. Returns false if the shop is not set up for WeChat
 * sharing, or if the script fails to load. WeChat then shares the page as it is.
 */
export async function prepareWeChatShare(what: Shared): Promise<boolean> {
  const api = await browserApi()
  const [url = ''] = location.href.split('#')
  const signed = await api.wechat.shareSignature({ url }).catch(() => null)
  const wx = signed && (await load(signed.script).catch(() => null))
  if (!signed || !wx) return false
  const { script: _, ...settings } = signed
  wx.config({ ...settings, jsApiList: names })
  wx.ready(() => {
    for (const name of names) wx[name](what)
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
