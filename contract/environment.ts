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
  const isHinted = found ? found === 'mini_program' : hasOpenId
  const kindOf = (): Environment['kind'] => {
    // User agents of Alipay's mini-programs also contain `miniProgram`, but `mini_program` means only WeChat's.
    if (/AlipayClient/i.test(userAgent)) return 'payment_app'
    return isHinted || /miniProgram/i.test(userAgent) ? 'mini_program' : 'browser'
  }
  return {
    kind: kindOf(),
    isWeChat: /MicroMessenger/i.test(userAgent),
    isMobile: /Mobi|Android|iPhone|iPad|iPod|MicroMessenger|AlipayClient/i.test(userAgent),
  }
}
