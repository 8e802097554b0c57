const root = ['orders'] as const
const bought = [...root, 'bought'] as const
const sold = [...root, 'sold'] as const
const ofStaff = [...root, 'staff'] as const

/** Separate keys, so that a change of a bought order does not reload the sold ones. */
export const orderKeys = {
  all: root,
  bought,
  boughtOne: (reference: string) => [...bought, 'one', reference] as const,
  sold,
  ofStaff,
  soldOne: (orderId: number) => [...sold, 'one', orderId] as const,
  /** Reloaded with any order, because changes of a dispute are announced as changes of its order. */
  disputes: [...root, 'disputes'] as const,
  /** What a seller has earned, which changes with the state of any sold order. */
  balance: [...root, 'balance'] as const,
}
