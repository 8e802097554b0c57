import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { conflict } from '#api/http/api-error.ts'

/** A part is stored when so much of it has arrived, so that a crash loses little. */
const partBytes = 256 * 1024

/** How much of the upload has arrived. */
export async function arrivedBytes(db: Db, uploadId: string): Promise<number> {
  return (await arrived(db, uploadId).executeTakeFirstOrThrow()).bytes
}

const arrived = (db: Db, uploadId: string) =>
  db
    .selectFrom('upload_parts')
    .select(sql<number>`coalesce(sum(octet_length(content)), 0)::int`.as('bytes'))
    .where('upload_id', '=', uploadId)

/** Stores what arrives, also what arrived before the line broke. Returns where it ends. */
export async function storeParts(
  db: Db,
  uploadId: string,
  begin: number,
  chunks: AsyncIterable<Buffer>,
): Promise<number> {
  // Chunks are copied, because they may be of one byte each.
  const held = Buffer.allocUnsafe(partBytes)
  let [offset, bytes] = [begin, 0]
  const store = async () => {
    if (bytes > 0) await storePart(db, uploadId, offset, held.subarray(0, bytes))
    ;[offset, bytes] = [offset + bytes, 0]
  }
  const add = async (chunk: Buffer) => {
    for (let copied = 0; copied < chunk.length;) {
      const more = chunk.copy(held, bytes, copied)
      ;[copied, bytes] = [copied + more, bytes + more]
      if (bytes === partBytes) await store()
    }
  }
  try {
    for await (const chunk of chunks) await add(chunk)
  } finally {
    await store()
  }
  return offset
}

/**
 * The key of the table lets only one of several callers continue at the same place. After a crash of the database the
 * parts before this one may be gone. The lock waits for a call that deletes the upload.
 */
async function storePart(db: Db, uploadId: string, at: number, content: Buffer): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('upload_parts')
    .columns(['upload_id', 'starts_at', 'content'])
    .expression((eb) =>
      eb
        .selectFrom('resumable_uploads')
        .select((row) => ['id', row.val(at).as('starts_at'), row.val(content).as('content')])
        .where('id', '=', uploadId)
        .where('reply', 'is', null)
        .where(arrived(db, uploadId), '=', at)
        .forKeyShare(),
    )
    .onConflict((on) => on.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) throw movedOn()
}

export const movedOn = () => conflict('The upload does not continue there.', 'WRONG_OFFSET')

/** Reads the parts one after the other, because a video is too large for memory. A crash of the database loses parts. */
export async function* readParts(
  db: Db,
  { id, bytes }: { id: string; bytes: number },
): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes;) {
    const part = await db
      .selectFrom('upload_parts')
      .select('content')
      .where('upload_id', '=', id)
      .where('starts_at', '=', at)
      .executeTakeFirst()
    if (!part) throw movedOn()
    at += part.content.length
    yield part.content
  }
}
