import { readEnvironment } from '#contract/environment.ts'
import { readClientState, writeClientState } from './client-state/client-state.ts'

/** The globals that WeChat adds to its pages. */
interface WeChatWindow {
  WeixinJSBridge?: unknown
  /** `miniprogram` inside a mini-program's web view. Set once the bridge exists. */
  __wxjs_environment?: string
}

/**
 * Detects in the browser whether the shop runs in a mini-program. Does nothing if the user agent already names an
 * environment other than a browser. Stores the result for later pages and does not change the current page. In WeChat,
 * the server's guess `isWmp` applies until the bridge is ready. Returns the cleanup function.
 */
export function detectEnvironment(isWmp: boolean): () => void {
  const { kind, isWeChat } = readEnvironment(navigator.userAgent)
  if (kind !== 'browser') return () => {}
  // `WeixinJSBridge` and `__wxjs_environment` are undefined outside WeChat.
  const { WeixinJSBridge, __wxjs_environment } = window as WeChatWindow
  const isBridgeKnown = Boolean(WeixinJSBridge || __wxjs_environment)
  if (isBridgeKnown) storeEnvironment()
  else if (isWmp && isWeChat) writeClientState('environment', 'mini_program')
  document.addEventListener('WeixinJSBridgeReady', storeEnvironment)
  // An ordinary browser never gets a bridge, even if it opened a shared link that contains an open id. So if there is
  // no bridge when the page has loaded, the environment is an ordinary browser.
  const stopWaiting = isWmp && !isWeChat && !isBridgeKnown ? onLoaded(storeEnvironment) : undefined
  return () => {
    document.removeEventListener('WeixinJSBridgeReady', storeEnvironment)
    stopWaiting?.()
  }
}

function storeEnvironment() {
  // `__wxjs_environment` is undefined outside WeChat.
  const isMiniProgram = (window as WeChatWindow).__wxjs_environment === 'miniprogram'
  writeClientState('environment', isMiniProgram ? 'mini_program' : 'browser')
}

function onLoaded(callback: () => void): () => void {
  if (document.readyState === 'complete') callback()
  else window.addEventListener('load', callback, { once: true })
  return () => window.removeEventListener('load', callback)
}

/** Whether the detected environment differs from the environment for which app info was loaded. */
export function hasEnvironmentChanged(isWmp: boolean): boolean {
  const { kind } = readEnvironment(navigator.userAgent, { found: readClientState('environment') })
  return (kind === 'mini_program') !== isWmp
}
