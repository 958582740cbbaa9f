import { readEnvironment } from '#contract/environment.ts'
import { hold, readHeld } from './held.ts'

/** What WeChat puts into the pages that it shows. */
interface WeChatWindow {
  WeixinJSBridge?: unknown
  /** `miniprogram` inside a mini-program's web-view; there once the bridge is. */
  __wxjs_environment?: string
}

/**
 * Asks the browser where the shop is shown, where its user agent leaves that open: WeChat before 7.0. What it answers,
 * and until then what the server took it for, is held for the pages to come; the page that is shown stays as it is, so
 * nothing jumps. Answers how to stop.
 */
export function confirmEnvironment(isWmp: boolean): () => void {
  const isOpen = readEnvironment(navigator.userAgent, { found: 'mini_program' }).kind === 'mini_program'
  const isNamed = readEnvironment(navigator.userAgent).kind === 'mini_program'
  if (!isOpen || isNamed) return () => {}
  const confirm = () => {
    const isMiniProgram = (window as WeChatWindow).__wxjs_environment === 'miniprogram'
    hold('environment', isMiniProgram ? 'mini_program' : 'browser')
  }
  if ((window as WeChatWindow).WeixinJSBridge) confirm()
  else if (isWmp) hold('environment', 'mini_program')
  document.addEventListener('WeixinJSBridgeReady', confirm)
  return () => document.removeEventListener('WeixinJSBridgeReady', confirm)
}

/** Whether this browser knows by now that the shop is shown elsewhere than the loaded app info says. */
export function isShownElsewhere(isWmp: boolean): boolean {
  const { kind } = readEnvironment(navigator.userAgent, { found: readHeld('environment') })
  return (kind === 'mini_program') !== isWmp
}
