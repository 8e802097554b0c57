/** Returns the fields of a write that must be the same in the database. */
const textOf = ({ id, text }) => `${id} ${text}`
const orders = 'select id, transaction_ref as ref from orders'
const checks = {
  post: ['select id, caption as text from posts', textOf],
  comment: ['select id, body as text from comments', textOf],
  message: ['select id, body as text from messages', textOf],
  cart: [
    'select member_id as "memberId", item_id as "itemId" from cart_lines',
    ({ memberId, itemId }) => `${memberId} ${itemId}`,
  ],
  order: [orders, ({ id, ref }) => `${id} ${ref}`],
  payment: [`${orders} where paid_at is not null`, ({ ref }) => ref],
}

/**
 * Returns the acknowledged writes that are not in the database: { kind, id, text } of posts, comments and messages, { kind:
 * 'cart', memberId, itemId }, { kind: 'order', id, ref } and { kind: 'payment', ref }.
 */
export async function findLost(pool, writes) {
  const lost = []
  for (const [kind, [statement, keyOf]] of Object.entries(checks)) {
    const wanted = writes.filter((write) => write.kind === kind)
    lost.push(...missingOf(wanted, (await pool.query(statement)).rows, keyOf))
  }
  return lost
}

/** Returns the wanted writes that were not found. */
export function missingOf(wanted, found, keyOf) {
  const keys = new Set(found.map(keyOf))
  return wanted.filter((one) => !keys.has(keyOf(one)))
}
