import { conflict } from '#api/http/api-error.ts'

export const alreadyPaid = () => conflict('This order has been paid already.', 'ALREADY_PAID')

export const paymentHeld = () =>
  conflict('A payment for this order is being looked at. We will tell you how it goes on.', 'PAYMENT_HELD')

export const notPending = () => conflict('This order has ended.', 'NOT_PENDING')
