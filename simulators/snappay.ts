import type { Call, Frame, Operation, Protocol, Reply } from './frame/protocol.ts'
import type { Simulator } from './frame/simulator.ts'
import { startSimulator } from './frame/simulator.ts'
import { createGateway } from './snappay-gateway.ts'
import type { SnapPaySettings } from './snappay-messages.ts'
import { createMessages, Input, jsonType } from './snappay-messages.ts'
import { signText } from './snappay-signature.ts'

export type { Exchange, Simulator } from './frame/simulator.ts'

/** Starts a simulator of SnapPay, with a wallet page for the shopper's phone. No money moves. */
export function startSnapPay(settings: SnapPaySettings): Promise<Simulator> {
  return startSimulator(settings, (frame) => createProtocol(settings, frame))
}

function createProtocol(settings: SnapPaySettings, frame: Frame): Protocol {
  const { answer, disturb, notification } = createMessages(settings)
  const perform = createGateway(settings, frame)
  return {
    faults: {
      notices: ['bad_sign', 'no_sign', 'other_merchant', 'reserialised_numbers'],
      answers: [
        'unknown_status',
        'empty_data',
        'no_answer_signature',
        'bad_answer_signature',
        'other_order',
        'refuse_create',
        'refuse_refund',
        'slow_refund',
      ],
    },
    read,
    notice: (payment, fault) => ({ headers: { 'Content-Type': jsonType }, body: notification(payment, fault) }),
    isAcknowledged: (status, body) => status === 200 && JSON.parse(body).code === '0',
    back(payment) {
      const back = new URL(payment.returnUrl)
      back.searchParams.set('out_order_no', payment.reference)
      return back.href
    },
  }

  /** Handles the single URL that shops call. */
  function read(call: Call): Operation | Reply | null {
    if (call.method !== 'POST' || call.path !== '/api/gateway') return null
    let input: Input
    try {
      input = new Input(call.body)
    } catch {
      return answer('E000400', 'the request is not JSON')
    }
    const refusal = findCallerProblem(input, call.body)
    if (refusal) return refusal
    const name = input.text('method')
    return {
      reference: input.text('out_order_no'),
      name,
      isCreate: name.endsWith('pay'),
      perform: (fault) => disturb(perform(input, fault), fault),
    }
  }

  function findCallerProblem(input: Input, body: string): Reply | undefined {
    if (input.text('app_id') !== settings.appId) return answer('E000401', 'unknown app_id')
    if (input.text('merchant_no') !== settings.merchantNo) return answer('E000402', 'unknown merchant_no')
    if (input.text('sign_type') !== 'MD5' || input.text('sign') !== signText(body, settings.key)) {
      return answer('E000403', 'the signature does not match')
    }
    if (input.text('format') !== 'JSON' || input.text('charset') !== 'UTF-8' || input.text('version') !== '1.0') {
      return answer('E000404', 'format, charset or version is wrong')
    }
    return undefined
  }
}
