import { afterCommit, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

type Line = { item_id: number; seller_id: number; price_kobo: number; today_kobo: number }

/** An accepted price counts for one checkout, whatever becomes of the order. The buyer is locked. */
export async function markOffersUsed(deps: Deps, tx: Tx, viewer: Viewer, lines: Line[]): Promise<void> {
  const cheaper = lines.filter((line) => line.price_kobo < line.today_kobo)
  if (cheaper.length === 0) return
  await tx
    .updateTable('offers')
    .set({ state: 'USED', decided_at: deps.clock.now() })
    .where('buyer_id', '=', viewer.id)
    .where(
      'item_id',
      'in',
      cheaper.map(({ item_id }) => item_id),
    )
    .where('state', '=', 'ACCEPTED')
    .execute()
  afterCommit(tx, () => deps.bus.news([viewer.id, ...cheaper.map(({ seller_id }) => seller_id)]))
}
