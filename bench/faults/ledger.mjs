/** Which table and column has the text of a write. */
const texts = {
  post: ['posts', 'caption'],
  comment: ['comments', 'body'],
  message: ['messages', 'body'],
}

/**
 * What the product has acknowledged: { kind, id, text } of posts, comments and messages, { kind: 'cart', memberId, itemId },
 * { kind: 'order', id, ref } and { kind: 'payment', ref }.
 */
export function openLedger() {
  const writes = []
  return { writes, add: (write) => writes.push(write), since: (nth) => writes.slice(nth) }
}

/** Which of the writes are not in the database. */
export async function findLost(pool, writes) {
  const lost = []
  for (const [kind, [table, column]] of Object.entries(texts)) {
    const wanted = writes.filter((write) => write.kind === kind)
    const found = await rowsOf(pool, `select id, ${column} as text from ${table} where id = any($1)`, [
      wanted.map(({ id }) => id),
    ])
    lost.push(...missingOf(wanted, found, ({ id, text }) => `${id} ${text}`))
  }
  const carts = writes.filter(({ kind }) => kind === 'cart')
  const lines = await rowsOf(
    pool,
    'select member_id as "memberId", item_id as "itemId" from cart_lines where member_id = any($1)',
    [carts.map(({ memberId }) => memberId)],
  )
  lost.push(...missingOf(carts, lines, ({ memberId, itemId }) => `${memberId} ${itemId}`))
  const orders = await rowsOf(
    pool,
    'select id, transaction_ref as ref, paid_at is not null as "isPaid" from orders',
    [],
  )
  const ordered = writes.filter(({ kind }) => kind === 'order')
  lost.push(...missingOf(ordered, orders, ({ id, ref }) => `${id} ${ref}`))
  const paid = writes.filter(({ kind }) => kind === 'payment')
  lost.push(
    ...missingOf(
      paid,
      orders.filter(({ isPaid }) => isPaid),
      ({ ref }) => ref,
    ),
  )
  return lost
}

/** Those of the wanted that are not among the found. */
export function missingOf(wanted, found, keyOf) {
  const keys = new Set(found.map(keyOf))
  return wanted.filter((one) => !keys.has(keyOf(one)))
}

async function rowsOf(pool, text, values) {
  return (await pool.query(text, values)).rows
}
