import { z } from 'zod'
import { nairaText } from '../lib/money.ts'
import { Time } from '../lib/fields.ts'

export const RefundState = z.enum(['PENDING', 'PROCESSED', 'FAILED'])
type RefundState = z.output<typeof RefundState>

/** TWICE: another payment had paid the order. LATE: the order had ended before it came. */
const extraReasons = ['TWICE', 'LATE'] as const

/** Money that came in addition to the payment of the order, and goes back in full. */
export const ExtraPayment = z
  .object({
    amount: z.number(),
    state: RefundState,
    reason: z.enum(extraReasons).meta({
      description: 'TWICE: another payment had paid the order. LATE: it came after the order ended.',
    }),
    reference: z.string().meta({ description: 'The reference of this payment.' }),
    createdDate: Time,
  })
  .meta({ id: 'ExtraPayment' })
export type ExtraPayment = z.output<typeof ExtraPayment>

const extraTexts: Record<ExtraPayment['reason'], Record<RefundState, (amount: string) => string>> = {
  TWICE: {
    PENDING: (amount) => `You paid twice: ${amount} goes back to you.`,
    PROCESSED: (amount) => `You paid twice: ${amount} went back to you.`,
    FAILED: (amount) => `You paid twice: ${amount} could not go back to you yet. We are looking into it.`,
  },
  LATE: {
    PENDING: (amount) => `Your payment came after the order had ended: ${amount} goes back to you.`,
    PROCESSED: (amount) => `Your payment came after the order had ended: ${amount} went back to you.`,
    FAILED: (amount) =>
      `Your payment came after the order had ended: ${amount} could not go back to you yet. We are looking into it.`,
  },
}

/** Tells the buyer on the order's page and on the receipt. */
export const extraPaymentText = ({ amount, state, reason }: ExtraPayment) =>
  extraTexts[reason][state](nairaText(amount))
