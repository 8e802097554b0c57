import { sql } from 'kysely'
import { koboOf, nairaOf } from '@rootsquare/contract/lib/money'
import { deletedUserName } from '@rootsquare/contract/profiles'
import type { AdminOrder, OrderProblem } from '@rootsquare/contract/trade/admin-orders'
import type { OrderLine } from '@rootsquare/contract/trade/orders'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { noSuchOrder, selectOrders, shapeOrder } from '#api/features/orders/order-rows.ts'
import { problemsOf } from './order-problems.ts'
import { recordsOf } from './order-records.ts'

/** An admin needs phone and addresses only to decide on an order. */
const problemsWithAddress: OrderProblem[] = ['HELD', 'DISPUTED']

export async function getAdminOrder(
  deps: Pick<Deps, 'clock'>,
  db: Db,
  viewer: Viewer,
  orderId: number,
): Promise<AdminOrder> {
  const [row] = (await selectOrders(deps, viewer, sql`orders.id = ${orderId}`).execute(db)).rows
  if (!row) throw noSuchOrder()
  const { username, problems } = await buyerAndProblems(deps, db, orderId)
  const isOwn = row.buyer_id === viewer.id
  const records = await recordsOf(db, orderId, isOwn)
  const order = shapeOrder(row, viewer)
  const lines = order.orderItemList.map((line) => withStaffRefund(line, isOwn))
  const isShown = problems.some((problem) => problemsWithAddress.includes(problem))
  return {
    ...order,
    ...(isShown && {
      phoneNumber: row.phone_number,
      shippingAddress: row.shipping_address,
      billingAddress: row.billing_address,
    }),
    orderItemList: lines,
    buyerId: row.buyer_id,
    buyerUsername: username ?? deletedUserName,
    problems,
    heldReason: records.payments.find(({ state }) => state === 'HELD')?.heldReason ?? null,
    sellers: sellersOf(lines),
    ...records,
    can: {
      ...order.can,
      retry: hasFailed(records),
      decideHeld: problems.includes('HELD') && !isOwn,
    },
  }
}

const hasFailed = ({ refunds, payouts }: Pick<AdminOrder, 'refunds' | 'payouts'>) =>
  [...refunds, ...payouts].some(({ state }) => state === 'FAILED' || state === 'REVERSED')

async function buyerAndProblems({ clock }: Pick<Deps, 'clock'>, db: Db, orderId: number) {
  const { rows } = await sql<{ username: string | null; problems: OrderProblem[] }>`
    select username, ${problemsOf(clock.now())} as problems
    from orders left join members on members.id = buyer_id where orders.id = ${orderId}`.execute(db)
  return rows[0] ?? { username: null, problems: [] }
}

/** An admin may refund every unshipped line of somebody else's order. */
const withStaffRefund = (line: OrderLine, isOwn: boolean): OrderLine => ({
  ...line,
  can: { ...line.can, refund: isOwn ? line.can.refund : line.state === 'PROCESSING' },
})

/** Lists the sellers in the order of their first lines. */
function sellersOf(lines: OrderLine[]): AdminOrder['sellers'] {
  return [...Map.groupBy(lines, ({ seller }) => seller)].map(([sellerId, own]) => ({
    sellerId,
    sellerUsername: own[0]?.sellerUsername ?? deletedUserName,
    total: nairaOf(koboTotal(own.filter(({ state }) => state !== 'CANCELED'))),
  }))
}

const koboTotal = (lines: OrderLine[]) => lines.reduce((sum, { total }) => sum + koboOf(total), 0)
