import type { App } from '#server/platform/context.ts'
import { systemContext } from '#server/platform/context.ts'
import { maxBodyBytes, readText } from '#server/platform/input.ts'
import { snapPayNotified } from './payments.ts'

const keptHeaders = ['content-type', 'user-agent', 'x-forwarded-for']

/** `POST /api/istore/more/payments/snappay/notification`, answered in SnapPay's own form: 200 with code 0 ends its repeats. */
export async function snapPayNotification(app: App, request: Request): Promise<Response> {
  const body = await readText(request, maxBodyBytes)
  const headers = Object.fromEntries(keptHeaders.flatMap((name) => [[name, request.headers.get(name) ?? '']]))
  const result = await snapPayNotified(systemContext(app), { body, headers })
  if (result === 'taken') return Response.json({ code: '0', msg: 'SUCCESS' })
  return Response.json({ code: '1', msg: 'FAIL' }, { status: result === 'refused' ? 400 : 503 })
}
