/**
 * Simulates WeChat's script for pages (`jweixin`), but only the part that sharing needs. The script runs the `ready`
 * callbacks once the bridge has confirmed the call of `config`.
 */
export const weChatScript = `(${putScript})()`

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
function putScript() {
  const own = window as unknown as { WeixinJSBridge?: Bridge; wx?: object }
  const waiting: (() => void)[] = []
  let isReady = false
  const withBridge = (work: (bridge: Bridge) => void) => {
    if (own.WeixinJSBridge) work(own.WeixinJSBridge)
    else document.addEventListener('WeixinJSBridgeReady', () => own.WeixinJSBridge && work(own.WeixinJSBridge))
  }
  const config = ({ appId, timestamp, nonceStr, signature, jsApiList }: Config) =>
    withBridge((bridge) => {
      const asked = {
        verifyAppId: appId,
        verifySignType: 'sha1',
        verifyTimestamp: String(timestamp),
        verifyNonceStr: nonceStr,
        verifySignature: signature,
        verifyJsApiList: jsApiList,
        url: location.href.split('#')[0],
      }
      bridge.invoke('preVerifyJSAPI', asked, () => {
        isReady = true
        for (const work of waiting.splice(0)) work()
      })
    })
  const share = (name: string) => (data: object) => withBridge((bridge) => bridge.invoke(name, data))
  own.wx = {
    ...own.wx,
    config,
    ready: (work: () => void) => (isReady ? work() : waiting.push(work)),
    updateAppMessageShareData: share('updateAppMessageShareData'),
    updateTimelineShareData: share('updateTimelineShareData'),
  }
}
