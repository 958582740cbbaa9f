/** The path of the payment page that a shop's mini-program must contain. */
export const payPath = '/pages/pay/pay'

/**
 * The payment page. It fetches the parameters from the shop with the `handover` of its URL and passes them to
 * `wx.requestPayment`. Then it opens the shop's confirmation with the result. Here `wx.requestPayment` shows a sheet in
 * both languages, calls WeChat Pay's simulator, and returns results as WeChat does.
 */
export function payPage(own: string, openId: string): string {
  const settings = JSON.stringify({ own, openId })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Payment</title><link rel="icon" href="data:,"><style>${style}</style></head>
<body><main><h1>Mini-program 小程序</h1><p id="state">…</p></main>
<dialog id="sheet" aria-labelledby="sheet-title"></dialog>
<script>(${runPage})(${settings}, (${createSheet})(${settings}))</script></body></html>`
}

interface PageSettings {
  own: string
  openId: string
}
interface Parameters {
  timeStamp: string
  success(result: { errMsg: string }): void
  fail(result: { errMsg: string }): void
}

/** Runs in the page, and acts as the mini-program. `createSheet` provides `wx`. */
function runPage({ openId }: PageSettings, wx: { requestPayment(parameters: Parameters): void }) {
  const goTo = (orderID: string, parameters: Record<string, string>) =>
    location.replace(`/confirmation/${orderID}?${new URLSearchParams({ ...parameters, orderID, wmpoid: openId })}`)
  const handover = new URLSearchParams(location.search).get('handover') ?? ''
  const [reference = ''] = handover.split('.')
  fetch(`/api/istore/more/payments/mini-program/${encodeURIComponent(handover)}`)
    .then(async (response) => {
      if (!response.ok) throw new Error('the payment is over')
      const { orderID, requestPayment } = await response.json()
      wx.requestPayment({
        ...requestPayment,
        success: () => goTo(orderID, { MP_paymentstatus: 'OK' }),
        fail: ({ errMsg }) => goTo(orderID, { MP_paymentstatus: 'FAIL', message: errMsg }),
      })
    })
    .catch((error) => goTo(reference.split('-')[0] ?? '', { MP_paymentstatus: 'FAIL', message: String(error.message) }))
}

/** Runs in the page, and acts as WeChat: `requestPayment` shows the payment sheet. */
function createSheet({ own }: PageSettings) {
  const texts = {
    en: {
      title: 'WeChat Pay',
      note: 'This is a demonstration. No money moves.',
      pay: 'Pay',
      cancel: 'Cancel',
      other: '中文',
    },
    zh: { title: '微信支付', note: '这里只是演示：不会真的扣款。', pay: '确认付款', cancel: '取消', other: 'English' },
  }
  const post = async (path: string, body?: object) => {
    const response = await fetch(`${own}/sheet${path}`, { method: 'POST', ...(body && { body: JSON.stringify(body) }) })
    const facts = await response.json()
    if (!response.ok) throw new Error(facts.message)
    return facts
  }
  return {
    requestPayment({ success, fail, ...parameters }: Parameters) {
      const sheet = document.querySelector('dialog')
      if (!sheet) throw new Error('the page has no dialog')
      const failed = (error: Error) => fail({ errMsg: `requestPayment:fail ${error.message}` })
      const show = (
        facts: { token: string; description: string; amount: number; currency: string },
        language: 'en' | 'zh',
      ) => {
        const t = texts[language]
        const amount = new Intl.NumberFormat(language, { style: 'currency', currency: facts.currency }).format(
          facts.amount / 100,
        )
        const createElement = (tag: string, text: string, onClick?: () => void) => {
          const element = document.createElement(tag)
          element.textContent = text
          if (onClick) element.onclick = onClick
          return element
        }
        const title = createElement('h2', t.title)
        title.id = 'sheet-title'
        const price = createElement('p', amount)
        price.className = 'amount'
        sheet.lang = language
        sheet.replaceChildren(
          title,
          createElement('p', t.note),
          createElement('p', facts.description),
          price,
          createElement('button', t.pay, () => {
            post(`/${facts.token}/pay`).then(() => success({ errMsg: 'requestPayment:ok' }), failed)
          }),
          createElement('button', t.cancel, () => failed(new Error('cancel'))),
          createElement('button', t.other, () => show(facts, language === 'en' ? 'zh' : 'en')),
        )
      }
      post('', parameters).then((facts) => {
        show(facts, /^zh/i.test(navigator.language) ? 'zh' : 'en')
        sheet.showModal()
        sheet.addEventListener('cancel', () => failed(new Error('cancel')))
      }, failed)
    },
  }
}

const style = `
:root { color-scheme: light dark }
body { margin: 0; font: 16px/1.5 system-ui, "PingFang SC", "Noto Sans SC", sans-serif; background: #ededed;
color: #181818 }
main { padding: 2rem 1.25rem; text-align: center }
dialog { inset: auto 0 0; margin: auto auto 0; width: min(100%, 26rem); box-sizing: border-box; border: 0;
border-radius: 20px 20px 0 0; padding: 1.5rem 1.25rem 2rem;
  text-align: center; background: #fff; color: #181818 }
dialog::backdrop { background: rgb(0 0 0 / .5) }
h1, h2 { font-size: 1.1rem; margin: 0 0 .5rem }
.amount { font-size: 2.5rem; font-weight: 700; margin: .5rem 0 1.25rem; font-variant-numeric: tabular-nums }
button { font: inherit; display: block; width: 100%; min-height: 48px; margin-top: .5rem; border: 1px solid #ddd;
border-radius: 12px; background: transparent; color: inherit; cursor: pointer }
button:first-of-type { background: #07823c; border-color: transparent; color: #fff; font-weight: 650 }
`
