/** WeChat's bridge, which it puts into every page; the page may have loaded its SDK (`wx`) over it. */
interface BridgeWindow {
  wx?: { miniProgram?: { navigateTo(page: { url: string }): void } }
  WeixinJSBridge?: { invoke(name: 'invokeMiniProgramAPI', call: { name: string; arg: object }): void }
}

/** Opens a page of the mini-program that carries the shop. False where there is no bridge, and nothing happened. */
export function openMiniProgramPage(url: string): boolean {
  const { wx, WeixinJSBridge } = window as BridgeWindow
  if (wx?.miniProgram) wx.miniProgram.navigateTo({ url })
  else if (WeixinJSBridge) WeixinJSBridge.invoke('invokeMiniProgramAPI', { name: 'navigateTo', arg: { url } })
  else return false
  return true
}
