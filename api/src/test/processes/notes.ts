import { sql } from 'kysely'
import { z } from 'zod'
import { endpoint } from '@rootsquare/contract/lib/endpoint'
import { transact, type Db } from '#api/db/db.ts'
import { conflict, tooMany, unavailable } from '#api/http/api-error.ts'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'

/** An idempotent endpoint that inserts a row each time its handler runs. */
const writeNote = endpoint({
  method: 'POST',
  path: '/test/notes',
  access: 'member',
  summary: 'Writes a note',
  isIdempotent: true,
  body: z.object({
    text: z.string().trim().min(1),
    ending: z
      .enum(['answer', 'wait', 'fail', 'refuse', 'be busy', 'be overrun', 'wait too long'])
      .default('answer'),
  }),
  reply: z.object({ id: z.int(), text: z.string() }),
  message: 'Noted',
})

export const prepareNotes = (db: Db) =>
  sql`create table test_notes (id int generated always as identity, member_id int not null, text text not null)`.execute(
    db,
  )

/** The inserted rows, whatever the responses were. */
export async function notesIn(db: Db): Promise<{ id: number; member_id: number; text: string }[]> {
  const { rows } = await sql<{
    id: number
    member_id: number
    text: string
  }>`select * from test_notes order by id`.execute(db)
  return rows
}

const endings = {
  answer: async () => {},
  wait: (tx: Db) => sql`select pg_sleep(0.5)`.execute(tx),
  // Canceled like every statement that runs too long, but sooner than after the pool's 5 seconds.
  'wait too long': async (tx: Db) => {
    await sql`set local statement_timeout = '100ms'`.execute(tx)
    await sql`select pg_sleep(20)`.execute(tx)
  },
  fail: () => Promise.reject(new Error('The note burned.')),
  refuse: () => Promise.reject(conflict('No more notes.', 'FULL')),
  'be busy': () => Promise.reject(unavailable()),
  'be overrun': () => Promise.reject(tooMany(5)),
}

/** `onWritten` is called after the insert and before the commit. */
export function noteRoutes(app: RouteContext, onWritten: () => void = () => {}): void {
  serve(app, writeNote, ({ db, viewer, body }) =>
    transact(db, async (tx) => {
      const { rows } = await sql<{ id: number; text: string }>`
        insert into test_notes (member_id, text) values (${viewer.id}, ${body.text}) returning id, text`.execute(
        tx,
      )
      const [note] = rows
      if (!note) throw new Error('No note.')
      onWritten()
      await endings[body.ending](tx)
      return note
    }),
  )
}
