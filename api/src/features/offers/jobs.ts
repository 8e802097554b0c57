import { sql } from 'kysely'
import { z } from 'zod'
import { repeatInBatches } from '#api/db/batches.ts'
import { afterCommit, type Tx } from '#api/db/db.ts'
import { job } from '#api/jobs/job.ts'

const offersAtOnce = 200

/** Shows both sides that an offer has lapsed. Before this job has run, an expired offer already cannot be used. */
export const lapseOffers = job({
  name: 'lapse-offers',
  payload: z.object({}).loose(),
  cron: '* * * * *',
  async run({ db, clock, bus }) {
    const now = clock.now()
    const lapseSome = async (tx: Tx) => {
      // An offer that is being decided or used is left for the next minute.
      const { rows } = await sql<{ sides: number[] }>`
        update offers set state = 'LAPSED', decided_at = ${now}
        from items
        where items.id = item_id and offers.id = any(array(
          select id from offers where state in ('OPEN', 'ACCEPTED') and valid_until <= ${now}
          order by valid_until limit ${offersAtOnce} for update skip locked))
        returning array[buyer_id, seller_id] as sides`.execute(tx)
      afterCommit(tx, () => bus.news(rows.flatMap(({ sides }) => sides)))
      return rows.length
    }
    await repeatInBatches(db, lapseSome, offersAtOnce)
  },
})

export const offerJobs = [lapseOffers]
