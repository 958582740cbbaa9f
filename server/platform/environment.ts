import type { Environment } from './context.ts'

/** Which environment a user agent belongs to. The browser confirms it later (`__wxjs_environment`). */
export function readEnvironment(userAgent: string): Environment {
  const isMiniProgram = /miniProgram/i.test(userAgent)
  const isAlipay = /AlipayClient/i.test(userAgent)
  return {
    kind: isMiniProgram ? 'mini_program' : isAlipay ? 'payment_app' : 'browser',
    isWeChat: /MicroMessenger/i.test(userAgent),
    isMobile: /Mobi|Android|iPhone|iPad|iPod|MicroMessenger|AlipayClient/i.test(userAgent),
  }
}
