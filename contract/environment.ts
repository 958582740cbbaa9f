/** The visitor's environment: web browser, WeChat's mini-program, Alipay's browser. */
export interface Environment {
  kind: 'browser' | 'mini_program' | 'payment_app'
  isWeChat: boolean
  isMobile: boolean
}

/** Hints besides the user agent. */
export interface EnvironmentHints {
  /** What the browser itself detected on an earlier page. */
  found?: string | null | undefined
  /** The address has an open id, as the mini-program adds. */
  hasOpenId?: boolean
}

/**
 * Detects the environment of a request or browser. A user agent of the mini-program or Alipay decides. Otherwise the
 * browser's own finding decides (`__wxjs_environment`), else an open id in the address. None of them proves who the
 * visitor is.
 */
export function readEnvironment(userAgent: string, { found, hasOpenId = false }: EnvironmentHints = {}): Environment {
  const isWeChat = /MicroMessenger/i.test(userAgent)
  const isNamed = /miniProgram/i.test(userAgent)
  const isHinted = found ? found === 'mini_program' : hasOpenId
  const isAlipay = /AlipayClient/i.test(userAgent)
  return {
    // Alipay's mini-programs also use that name; `mini_program` means WeChat's only.
    kind: isAlipay ? 'payment_app' : isNamed || isHinted ? 'mini_program' : 'browser',
    isWeChat,
    isMobile: /Mobi|Android|iPhone|iPad|iPod|MicroMessenger|AlipayClient/i.test(userAgent),
  }
}
