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
export function confirmEnvironment(isWmp: boolean): () => void {
  const { kind, isWeChat } = readEnvironment(navigator.userAgent)
  if (kind !== 'browser') return () => {}
  // Both are undefined outside WeChat.
  const { WeixinJSBridge, __wxjs_environment } = window as WeChatWindow
  const isAnswered = Boolean(WeixinJSBridge || __wxjs_environment)
  if (isAnswered) confirm()
  else if (isWmp && isWeChat) writeClientState('environment', 'mini_program')
  document.addEventListener('WeixinJSBridgeReady', confirm)
  // An ordinary browser never gets a bridge, even if it opened a shared link that contains an open id. So if there is
  // no bridge when the page has loaded, the environment is an ordinary browser.
  const stopWaiting = isWmp && !isWeChat && !isAnswered ? onceLoaded(confirm) : undefined
  return () => {
    document.removeEventListener('WeixinJSBridgeReady', confirm)
    stopWaiting?.()
  }
}

function confirm() {
  // `__wxjs_environment` is undefined outside WeChat.
  const isMiniProgram = (window as WeChatWindow).__wxjs_environment === 'miniprogram'
  writeClientState('environment', isMiniProgram ? 'mini_program' : 'browser')
}

function onceLoaded(work: () => void): () => void {
  if (document.readyState === 'complete') work()
  else window.addEventListener('load', work, { once: true })
  return () => window.removeEventListener('load', work)
}

/** Whether the detected environment differs from the environment for which app info was loaded. */
export function isShownElsewhere(isWmp: boolean): boolean {
  const { kind } = readEnvironment(navigator.userAgent, { found: readClientState('environment') })
  return (kind === 'mini_program') !== isWmp
}
