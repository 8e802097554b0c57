import { sql } from 'kysely'
import { z } from 'zod'
import { transact, type Db, type Tx } from '#api/db/db.ts'
import { job } from '#api/jobs/job.ts'

const rowsAtOnce = 200_000

/** Adds the newest rows of the ledger to `ledger_totals`, so that the trial balance need not read them. */
export const foldLedger = job({
  name: 'fold-ledger',
  payload: z.looseObject({}),
  cron: '13 * * * *',
  queue: 'fold-ledger',
  async run({ db }) {
    const lastId = await lastWrittenId(db)
    while ((await transact(db, (tx) => foldSome(tx, lastId))) < lastId);
  },
})

/** Waits for all open writes to the ledger, so that no row up to the returned id can appear later. */
async function lastWrittenId(db: Db): Promise<number> {
  return transact(db, async (tx) => {
    await sql`lock table ledger in share mode`.execute(tx)
    const { id } = await tx
      .selectFrom('ledger')
      .select((row) => row.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    return id ?? 0
  })
}

/** Adds some rows and returns the id of the last one. The lock makes a second run begin where this one has ended. */
async function foldSome(tx: Tx, lastId: number): Promise<number> {
  const { up_to_id: from } = await tx
    .selectFrom('ledger_totals')
    .select('up_to_id')
    .forUpdate()
    .executeTakeFirstOrThrow()
  const to = Math.min(from + rowsAtOnce, lastId)
  if (to <= from) return lastId
  await sql`
    update ledger_totals set up_to_id = ${to}, ${sql.join(accounts.map(addNewer))}
    from (select ${sql.join(accounts.map(sumOf))} from ledger where id > ${from} and id <= ${to}) newer`.execute(
    tx,
  )
  return to
}

const accounts = [
  'provider_kobo',
  'fees_kobo',
  'clearing_kobo',
  'refunds_kobo',
  'commission_kobo',
  'chargebacks_kobo',
]
const sumOf = (account: string) => sql`coalesce(sum(${sql.ref(account)}), 0) as ${sql.ref(account)}`
const addNewer = (account: string) =>
  sql`${sql.ref(account)} = ${sql.ref(`ledger_totals.${account}`)} + ${sql.ref(`newer.${account}`)}`
