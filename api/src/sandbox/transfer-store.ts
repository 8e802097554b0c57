import { transact, type Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { enqueue } from '#api/jobs/job.ts'
import { endsOf, isBehaviour } from './accounts.ts'
import { notifyTransfer } from './events.ts'
import { selectTransfers, toTransfer } from './rows.ts'
import type { Recipient, TransferStore, TransferToAdd } from './transfers-api.ts'

/** In the database, as the payments are. */
export function transferStore(deps: Deps): Omit<TransferStore, 'secretKey'> {
  const { db } = deps
  return {
    addRecipient: (recipient) => addRecipient(db, recipient),
    findRecipient: (code) => findRecipient(db, code),
    addTransfer: (transfer) => addTransfer(deps, transfer),
    async findTransfer(reference) {
      const found = await selectTransfers(db).where('reference', '=', reference).executeTakeFirst()
      return found && toTransfer(found)
    },
  }
}

async function addRecipient(db: Db, { recipient_code, behaviour }: Omit<Recipient, 'id'>) {
  const { id } = await db
    .insertInto('sandbox_recipients')
    .values({ recipient_code, behaviour })
    .onConflict((on) => on.column('recipient_code').doUpdateSet({ behaviour }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, recipient_code, behaviour }
}

async function findRecipient(db: Db, recipient_code: string): Promise<Recipient | undefined> {
  const found = await db
    .selectFrom('sandbox_recipients')
    .select(['id', 'behaviour'])
    .where('recipient_code', '=', recipient_code)
    .executeTakeFirst()
  if (!found || !isBehaviour(found.behaviour)) return undefined
  return { id: found.id, recipient_code, behaviour: found.behaviour }
}

async function addTransfer({ db, clock }: Deps, transfer: TransferToAdd) {
  const { reference, recipientId, amount, reason, status } = transfer
  return transact(db, async (tx) => {
    const added = await tx
      .insertInto('sandbox_transfers')
      .values({
        reference,
        recipient_id: recipientId,
        amount_kobo: amount,
        reason,
        status,
        created_at: clock.now(),
      })
      .onConflict((on) => on.column('reference').doNothing())
      .returning('id')
      .executeTakeFirst()
    const row = await selectTransfers(tx).where('reference', '=', reference).executeTakeFirstOrThrow()
    if (added && endsOf(row.behaviour).length > 0)
      await enqueue(tx, notifyTransfer, { transferId: row.id, step: 0 })
    return toTransfer(row)
  })
}
