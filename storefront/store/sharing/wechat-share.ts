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
 * Sets what WeChat's own menu shares for the current page. WeChat keeps this data for as long as the document lives, so
 * it is replaced on each later page. `toLink` makes the link of a page.
 */
export function prepareWeChatShare(shareData: WeChatShareData, toLink: (href: string) => string) {
  sharedPath = pathHere()
  linkOf = toLink
  if (!observer) {
    observer = new MutationObserver(() => {
      if (pathHere() === sharedPath) return
      sharedPath = pathHere()
      setShareData(describePage()).catch(() => undefined)
    })
    // Detects navigation by changes of the head, because each page has a title of its own.
    observer.observe(document.head, { childList: true, characterData: true, subtree: true })
  }
  setShareData(shareData).catch(() => undefined)
}

/** The path and query of the current page. It includes the query, in which category pages differ. */
const pathHere = () => location.pathname + location.search

/** The path and query of the page that WeChat's menu shares. */
let sharedPath = ''
/** The `toLink` of the share sheet that was opened last. It adds the referral of the visitor who opened that sheet. */
let linkOf = (href: string) => href
let observer: MutationObserver | undefined

/** Reads the share data from the page's head, for a page whose share sheet the visitor has not opened. */
function describePage(): WeChatShareData {
  const meta = (selector: string) => document.querySelector<HTMLMetaElement>(`meta[${selector}]`)?.content ?? ''
  return {
    title: document.title,
    desc: meta('name=description'),
    link: linkOf(location.href),
    imgUrl: meta('property="og:image"'),
  }
}

let latest = 0

/**
 * Loads WeChat's script and passes the share data to it, unless a later call has begun meanwhile. Does nothing if the
 * script fails to load, or if the API returns no signature, for example because the shop is not set up for WeChat
 * sharing. WeChat then shares the page as it is.
 */
async function setShareData(shareData: WeChatShareData): Promise<void> {
  const turn = ++latest
  const api = await browserApi()
  const [url = ''] = location.href.split('#')
  const signature = await api.wechat.shareSignature({ url }).catch(() => null)
  const wx = signature && (await load(signature.script).catch(() => null))
  if (!signature || !wx || turn !== latest) return
  const { script: _, ...settings } = signature
  wx.config({ ...settings, jsApiList: apiNames })
  wx.ready(() => {
    for (const name of apiNames) wx[name](shareData)
  })
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
