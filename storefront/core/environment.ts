import { readEnvironment } from '#contract/environment.ts'
import { hold, readHeld } from './client-state/held.ts'

/** What WeChat puts into the pages that it shows. */
interface WeChatWindow {
  WeixinJSBridge?: unknown
  /** `miniprogram` inside a mini-program's web-view; there once the bridge is. */
  __wxjs_environment?: string
}

/**
 * Asks the browser where the shop is shown, unless its user agent says so. The answer is held for the next pages; the
 * page that is shown stays as it is, so nothing jumps. Until WeChat's bridge answers, the server's guess is held.
 * Returns how to stop.
 */
export function confirmEnvironment(isWmp: boolean): () => void {
  const { kind, isWeChat } = readEnvironment(navigator.userAgent)
  if (kind !== 'browser') return () => {}
  const { WeixinJSBridge, __wxjs_environment } = window as WeChatWindow
  const isAnswered = Boolean(WeixinJSBridge || __wxjs_environment)
  if (isAnswered) confirm()
  else if (isWmp && isWeChat) hold('environment', 'mini_program')
  document.addEventListener('WeixinJSBridgeReady', confirm)
  // An ordinary browser into which a link with an open id was shared never gets a bridge.
  const stopWaiting = isWmp && !isWeChat && !isAnswered ? onceLoaded(confirm) : undefined
  return () => {
    document.removeEventListener('WeixinJSBridgeReady', confirm)
    stopWaiting?.()
  }
}

function confirm() {
  const isMiniProgram = (window as WeChatWindow).__wxjs_environment === 'miniprogram'
  hold('environment', isMiniProgram ? 'mini_program' : 'browser')
}

function onceLoaded(work: () => void): () => void {
  if (document.readyState === 'complete') work()
  else window.addEventListener('load', work, { once: true })
  return () => window.removeEventListener('load', work)
}

/** Whether this browser knows by now that the shop is shown elsewhere than the loaded app info says. */
export function isShownElsewhere(isWmp: boolean): boolean {
  const { kind } = readEnvironment(navigator.userAgent, { found: readHeld('environment') })
  return (kind === 'mini_program') !== isWmp
}
