/** Paystack's own test cards, and what each of them is for. */
export type Card = {
  number: string
  words: string
  /** What the bank says. */
  response: string
  isPaid: boolean
  /** Where a refund to it ends. */
  refundEnds: 'processed' | 'failed' | 'needs-attention'
}

export const cards: readonly Card[] = [
  {
    number: '4084084084084081',
    words: 'Pays',
    response: 'Successful',
    isPaid: true,
    refundEnds: 'processed',
  },
  {
    number: '4084080000005408',
    words: 'Is declined',
    response: 'Declined',
    isPaid: false,
    refundEnds: 'processed',
  },
  {
    number: '4084080000670037',
    words: 'Has insufficient funds',
    response: 'Insufficient Funds',
    isPaid: false,
    refundEnds: 'processed',
  },
  {
    number: '4084080000671803',
    words: 'Pays; a refund fails',
    response: 'Successful',
    isPaid: true,
    refundEnds: 'failed',
  },
  {
    number: '4084080000671902',
    words: 'Pays; a refund needs attention',
    response: 'Successful',
    isPaid: true,
    refundEnds: 'needs-attention',
  },
]

export const lastFour = ({ number }: Card) => number.slice(-4)
