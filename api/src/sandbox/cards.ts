/** One of Paystack's test cards. */
export type Card = {
  number: string
  label: string
  /** The `gateway_response` of a charge. */
  response: string
  isPaid: boolean
  /** The final status of a refund to this card. */
  refundEnds: 'processed' | 'failed' | 'needs-attention'
}

const pays = { label: 'Pays', response: 'Successful', isPaid: true, refundEnds: 'processed' } as const
const fails = { isPaid: false, refundEnds: 'processed' } as const

export const cards: readonly Card[] = [
  { ...pays, number: '4084084084084081' },
  { ...fails, number: '4084080000005408', label: 'Is declined', response: 'Declined' },
  { ...fails, number: '4084080000670037', label: 'Has insufficient funds', response: 'Insufficient Funds' },
  { ...pays, number: '4084080000671803', label: 'Pays; a refund fails', refundEnds: 'failed' },
  {
    ...pays,
    number: '4084080000671902',
    label: 'Pays; a refund needs attention',
    refundEnds: 'needs-attention',
  },
]

export const lastFour = ({ number }: Card) => number.slice(-4)
