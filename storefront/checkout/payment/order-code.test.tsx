import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { messages } from '#contract/messages.ts'
import { renderedShop } from '#tests/shell-page.tsx'
import { OrderCode } from './order-code.tsx'

/** The panel of an order for which the shop could email no code. */
function panel(state: { isUnreachable: boolean }): string {
  const info = structuredClone(renderedShop)
  info.appContent.system.appMessage = { currentLocale: 'en', applicationMessage: { messages: messages.en } }
  const codeState = { email: '', isSent: false, ...state }
  const Page = createRoutesStub([
    { id: 'root', path: '*', Component: () => <OrderCode codeState={codeState} option={undefined} isBusy={false} /> },
  ])
  return renderToString(<Page initialEntries={['/checkout/payment']} hydrationData={{ loaderData: { root: info } }} />)
}

test('the panel names no email if the request for a code did not reach the shop', () => {
  const codeWhy = messages.en['payment.code_why']
  const unreachable = panel({ isUnreachable: true })
  expect(unreachable).toContain(messages.en['payment.unreachable'])
  expect(unreachable).not.toContain(codeWhy)
  expect(panel({ isUnreachable: false })).toContain(codeWhy)
})
