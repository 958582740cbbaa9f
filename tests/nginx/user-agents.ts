import { iPhone } from '#tests/browser.ts'

export const desktop = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36'
export const weChat = `${iPhone} MicroMessenger/8.0.50`
export const miniProgram = `${weChat} miniProgram/wx1`
export const aliPay = `${iPhone} AlipayClient/10.6.0`
