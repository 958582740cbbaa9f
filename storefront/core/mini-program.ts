/** WeChat injects this bridge into every page; the page may have loaded the SDK (`wx`) on top of it. */
interface BridgeWindow {
  wx?: { miniProgram?: { navigateTo(page: { url: string }): void } }
  WeixinJSBridge?: { invoke(name: 'invokeMiniProgramAPI', call: { name: string; arg: object }): void }
}

/** Opens a page of the mini-program around the shop. Returns false, without effect, if there is no bridge. */
export function openMiniProgramPage(url: string): boolean {
  if (typeof window === 'undefined') return false
  // WeChat adds these fields; elsewhere they are undefined.
  const { wx, WeixinJSBridge } = window as BridgeWindow
  if (wx?.miniProgram) wx.miniProgram.navigateTo({ url })
  else if (WeixinJSBridge) WeixinJSBridge.invoke('invokeMiniProgramAPI', { name: 'navigateTo', arg: { url } })
  else return false
  return true
}

/** The mini-program's own payment page: WeChat's payment sheet opens only there. It returns to the confirmation. */
export const payPage = (handover: string) => `/pages/pay/pay?handover=${encodeURIComponent(handover)}`
