/** Where the shop is looked at: a web browser, WeChat's mini-program, Alipay's browser. */
export interface Environment {
  kind: 'browser' | 'mini_program' | 'payment_app'
  isWeChat: boolean
  isMobile: boolean
}

/** What is known beside the user agent. */
export interface EnvironmentHints {
  /** What the browser itself found out on an earlier page. */
  found?: string | null | undefined
  /** Whether the address brings an open id along, as the mini-program's does. */
  hasOpenId?: boolean
}

/**
 * Which environment a request or a browser belongs to. A user agent that names the mini-program or Alipay decides.
 * Otherwise what the browser found out decides (`__wxjs_environment`), else the open id in the address. Neither proves
 * who the visitor is.
 */
export function readEnvironment(userAgent: string, { found, hasOpenId = false }: EnvironmentHints = {}): Environment {
  const isWeChat = /MicroMessenger/i.test(userAgent)
  const isNamed = /miniProgram/i.test(userAgent)
  const isHinted = found ? found === 'mini_program' : hasOpenId
  const isAlipay = /AlipayClient/i.test(userAgent)
  return {
    // Alipay's mini-programs call themselves so too; the one that is meant is WeChat's.
    kind: isAlipay ? 'payment_app' : isNamed || isHinted ? 'mini_program' : 'browser',
    isWeChat,
    isMobile: /Mobi|Android|iPhone|iPad|iPod|MicroMessenger|AlipayClient/i.test(userAgent),
  }
}
