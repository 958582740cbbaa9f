/**
 * Simulates WeChat's script for pages (`jweixin`), but only the part that sharing needs. The script runs the `ready`
 * callbacks once the bridge has confirmed the call of `config`.
 */
export const weChatScript = `(${installScript})()`

interface Config {
  appId: string
  timestamp: number
  nonceStr: string
  signature: string
  jsApiList: string[]
}
interface Bridge {
  invoke(name: string, call: object, done?: (result: { err_msg: string }) => void): void
}

/** The script is the source text of this function, so it may use only the browser's globals. */
function installScript() {
  const weChatWindow = window as unknown as { WeixinJSBridge?: Bridge; wx?: object }
  const readyCallbacks: (() => void)[] = []
  let isReady = false
  const withBridge = (work: (bridge: Bridge) => void) => {
    if (weChatWindow.WeixinJSBridge) work(weChatWindow.WeixinJSBridge)
    else
      document.addEventListener(
        'WeixinJSBridgeReady',
        () => weChatWindow.WeixinJSBridge && work(weChatWindow.WeixinJSBridge),
      )
  }
  const config = ({ appId, timestamp, nonceStr, signature, jsApiList }: Config) =>
    withBridge((bridge) => {
      const parameters = {
        verifyAppId: appId,
        verifySignType: 'sha1',
        verifyTimestamp: String(timestamp),
        verifyNonceStr: nonceStr,
        verifySignature: signature,
        verifyJsApiList: jsApiList,
        url: location.href.split('#')[0],
      }
      bridge.invoke('preVerifyJSAPI', parameters, () => {
        isReady = true
        for (const work of readyCallbacks.splice(0)) work()
      })
    })
  const share = (name: string) => (data: object) => withBridge((bridge) => bridge.invoke(name, data))
  weChatWindow.wx = {
    ...weChatWindow.wx,
    config,
    ready: (work: () => void) => (isReady ? work() : readyCallbacks.push(work)),
    updateAppMessageShareData: share('updateAppMessageShareData'),
    updateTimelineShareData: share('updateTimelineShareData'),
  }
}
