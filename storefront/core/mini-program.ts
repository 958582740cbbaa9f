/** WeChat's bridge, which it puts into every page; the page may have loaded its SDK (`wx`) over it. */
interface BridgeWindow {
  wx?: { miniProgram?: { navigateTo(page: { url: string }): void } }
  WeixinJSBridge?: { invoke(name: 'invokeMiniProgramAPI', call: { name: string; arg: object }): void }
}

/** Opens a page of the mini-program that carries the shop. False where there is no bridge, and nothing happened. */
export function openMiniProgramPage(url: string): boolean {
  if (typeof window === 'undefined') return false
  const { wx, WeixinJSBridge } = window as BridgeWindow
  if (wx?.miniProgram) wx.miniProgram.navigateTo({ url })
  else if (WeixinJSBridge) WeixinJSBridge.invoke('invokeMiniProgramAPI', { name: 'navigateTo', arg: { url } })
  else return false
  return true
}

/**
 * The mini-program's own page that pays with WeChat's sheet: only there it opens. It comes back to the confirmation.
 */
export const payPage = (handover: string) => `/pages/pay/pay?handover=${encodeURIComponent(handover)}`
