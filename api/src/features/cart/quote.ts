import type { SellerQuote, quoteCart as endpoint } from '@rootsquare/contract/trade/cart'
import type { QueryOf, ReplyOf } from '@rootsquare/contract/lib/endpoint'
import { nairaOf } from '@rootsquare/contract/lib/money'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { invalid } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { cartLines, shapeCartLine } from './cart-lines.ts'
import { deliveryBy } from './delivery-fees.ts'

type Query = QueryOf<typeof endpoint>

/** Returns what a checkout of the cart would cost now. Choices for sellers who are not in the cart are ignored. */
export async function quoteCart(deps: Deps, viewer: Viewer, query: Query): Promise<ReplyOf<typeof endpoint>> {
  if (query.stateCode !== undefined) await requireState(deps.db, query.stateCode)
  const rows = await linesWithDelivery(deps, viewer).execute()
  const bySeller = [...Map.groupBy(rows, (row) => row.seller_id).values()]
  const quotes = bySeller.flatMap((lines) => quoteOf(lines, query))
  const totalKobo = quotes.reduce((sum, { kobo }) => sum + kobo, 0)
  return { sellers: quotes.map(({ quote }) => quote), total: nairaOf(totalKobo) }
}

async function requireState(db: Db, code: string): Promise<void> {
  const state = await db.selectFrom('states').select('code').where('code', '=', code).executeTakeFirst()
  if (!state) throw invalid({ stateCode: 'No such state.' })
}

const linesWithDelivery = (deps: Deps, viewer: Viewer) =>
  cartLines(deps, deps.db, viewer)
    .select(['items.offers_pickup', 'items.offers_delivery', 'items.state_code', 'items.lga_code'])
    .select(['items.fee_same_state_kobo', 'items.fee_other_state_kobo'])

type QuotedRow = Awaited<ReturnType<ReturnType<typeof linesWithDelivery>['executeTakeFirstOrThrow']>>

function quoteOf(
  rows: QuotedRow[],
  { stateCode, methods: choices = [] }: Query,
): { quote: SellerQuote; kobo: number }[] {
  const [first] = rows
  if (!first) return []
  const seller = { id: first.seller_id, username: first.seller_username }
  const bought = rows.filter((row) => row.is_on_sale && row.stock >= row.count)
  const { feeKobo, leastFeeKobo, ...delivery } = deliveryBy(seller, bought, { stateCode, choices })
  const goodsKobo = bought.reduce((sum, { price_kobo, count }) => sum + price_kobo * count, 0)
  const quote = {
    ...delivery,
    sellerUsername: seller.username,
    lines: rows.map(shapeCartLine),
    fee: nairaOf(feeKobo),
    leastFee: nairaOf(leastFeeKobo),
    subtotal: nairaOf(goodsKobo),
  }
  return [{ quote, kobo: goodsKobo + feeKobo }]
}
