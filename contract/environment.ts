/** The visitor's environment: web browser, WeChat's mini-program, Alipay's browser. */
export interface Environment {
  kind: 'browser' | 'mini_program' | 'payment_app'
  isWeChat: boolean
  isMobile: boolean
}

/** Facts besides the user agent that help to detect the environment. */
export interface EnvironmentHints {
  /** The environment that the browser itself detected on an earlier page. */
  found?: string | null | undefined
  /** Whether the URL has an open id, which the mini-program adds. */
  hasOpenId?: boolean
}

/**
 * Detects the environment of a request or browser. The user agent of the mini-program or of Alipay takes precedence.
 * The next hint is the browser's own detection (`__wxjs_environment`), and the last one is an open id in the URL. None
 * of these proves who the visitor is.
 */
export function readEnvironment(userAgent: string, { found, hasOpenId = false }: EnvironmentHints = {}): Environment {
  const isWeChat = /MicroMessenger/i.test(userAgent)
  const isNamed = /miniProgram/i.test(userAgent)
  const isHinted = found ? found === 'mini_program' : hasOpenId
  const isAlipay = /AlipayClient/i.test(userAgent)
  return {
    // User agents of Alipay's mini-programs also contain `miniProgram`, but `mini_program` means only WeChat's.
    kind: isAlipay ? 'payment_app' : isNamed || isHinted ? 'mini_program' : 'browser',
    isWeChat,
    isMobile: /Mobi|Android|iPhone|iPad|iPod|MicroMessenger|AlipayClient/i.test(userAgent),
  }
}
