/** Paystack's test cards. */
export type Card = {
  number: string
  label: string
  /** The `gateway_response` of a charge. */
  response: string
  isPaid: boolean
  /** The final status of a refund to this card. */
  refundEnds: 'processed' | 'failed' | 'needs-attention'
}

export const cards: readonly Card[] = [
  {
    number: '4084084084084081',
    label: 'Pays',
    response: 'Successful',
    isPaid: true,
    refundEnds: 'processed',
  },
  {
    number: '4084080000005408',
    label: 'Is declined',
    response: 'Declined',
    isPaid: false,
    refundEnds: 'processed',
  },
  {
    number: '4084080000670037',
    label: 'Has insufficient funds',
    response: 'Insufficient Funds',
    isPaid: false,
    refundEnds: 'processed',
  },
  {
    number: '4084080000671803',
    label: 'Pays; a refund fails',
    response: 'Successful',
    isPaid: true,
    refundEnds: 'failed',
  },
  {
    number: '4084080000671902',
    label: 'Pays; a refund needs attention',
    response: 'Successful',
    isPaid: true,
    refundEnds: 'needs-attention',
  },
]

export const lastFour = ({ number }: Card) => number.slice(-4)
