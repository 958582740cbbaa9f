/** WeChat injects `WeixinJSBridge` into every page. `wx` exists only if the page also loaded WeChat's SDK. */
interface BridgeWindow {
  wx?: { miniProgram?: { navigateTo(page: { url: string }): void } }
  WeixinJSBridge?: { invoke(name: 'invokeMiniProgramAPI', call: { name: string; arg: object }): void }
}

/**
 * Opens a native page of the mini-program in which the shop runs. Outside WeChat, returns false and does nothing.
 */
export function openMiniProgramPage(url: string): boolean {
  if (typeof window === 'undefined') return false
  // `wx` and `WeixinJSBridge` are undefined outside WeChat.
  const { wx, WeixinJSBridge } = window as BridgeWindow
  if (wx?.miniProgram) wx.miniProgram.navigateTo({ url })
  else if (WeixinJSBridge) WeixinJSBridge.invoke('invokeMiniProgramAPI', { name: 'navigateTo', arg: { url } })
  else return false
  return true
}

/**
 * The URL of the mini-program's own payment page. WeChat's payment sheet opens only on this page. After the payment,
 * this page opens the order's confirmation.
 */
export const payPage = (handover: string) => `/pages/pay/pay?handover=${encodeURIComponent(handover)}`
