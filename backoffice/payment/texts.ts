import { paymentPageMessages } from '#contract/messages/office-payment.ts'
import { useTextsWith } from '../core/texts.tsx'

export type PaymentText = keyof typeof paymentPageMessages

export const usePaymentTexts = () => useTextsWith(paymentPageMessages)
