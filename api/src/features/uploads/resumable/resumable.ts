import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import {
  maxOpenUploads,
  offsetStream,
  posterPreset,
  resumableHours,
  Uploaded,
} from '@rootsquare/contract/uploads'
import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { ApiError, invalid, notFound, unauthenticated } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import type { Part } from '#api/http/body/multipart.ts'
import type { TusReply } from '#api/http/serve/serve-tus.ts'
import { inHours } from '#api/ports/clock/clock.ts'
import { uploadMedia } from '#api/features/uploads/upload.ts'
import { readNewUpload, wholeNumber } from './metadata.ts'
import { arrivedBytes, movedOn, readParts, storeParts } from './parts.ts'

type Upload = Awaited<ReturnType<typeof loadUpload>>

export async function createUpload(
  { db, clock }: Deps,
  viewer: Viewer,
  headers: IncomingHttpHeaders,
): Promise<TusReply> {
  const made = readNewUpload(headers)
  const created_at = clock.now()
  const id = randomUUID()
  await transact(db, async (tx) => {
    await rejectIfTooMany(tx, viewer, inHours(created_at, -resumableHours))
    await tx
      .insertInto('resumable_uploads')
      .values({ id, owner_id: viewer.id, created_at, ...made })
      .execute()
  })
  return {
    status: 201,
    headers: { location: `/api/media/resumable/${id}`, 'upload-offset': '0', ...expiryOf({ created_at }) },
  }
}

/** The lock lets a member begin one upload after the other, so that none is missed. */
async function rejectIfTooMany(tx: Tx, { id }: Viewer, since: Date): Promise<void> {
  const member = tx.selectFrom('members').select('id').where('id', '=', id)
  if (!(await member.forNoKeyUpdate().executeTakeFirst())) throw unauthenticated()
  const open = await tx
    .selectFrom('resumable_uploads')
    .select('id')
    .where('owner_id', '=', id)
    .where('reply', 'is', null)
    .where('created_at', '>', since)
    .limit(maxOpenUploads)
    .execute()
  if (open.length === maxOpenUploads)
    throw new ApiError(
      429,
      'TOO_MANY_REQUESTS',
      'Many of your uploads have not ended. Finish or cancel one first.',
    )
}

export async function findUpload(deps: Deps, viewer: Viewer, id: string): Promise<TusReply> {
  const upload = await loadUpload(deps, viewer, id)
  const length = { 'upload-length': String(upload.bytes) }
  return { status: 200, headers: { ...length, ...offsetAt(upload.arrived), ...expiryOf(upload) } }
}

/** Stores the part. After the last one the file is checked and stored like one that came in one piece. */
export async function continueUpload(
  deps: Deps,
  viewer: Viewer,
  id: string,
  { headers, receive }: { headers: IncomingHttpHeaders; receive: () => AsyncIterable<Buffer> },
): Promise<TusReply> {
  const isEmpty = headers['content-length'] === '0'
  if (!isEmpty && headers['content-type'] !== offsetStream)
    throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', `Send this as ${offsetStream}.`)
  const upload = await loadUpload(deps, viewer, id)
  const offset = wholeNumber(headers['upload-offset'])
  if (offset === undefined) throw invalid('Send Upload-Offset, where this part begins.')
  if (offset !== upload.arrived) throw movedOn()
  const end = await storeParts(deps.db, id, offset, upTo(upload.bytes - offset, receive()))
  if (end < upload.bytes || upload.preset === posterPreset)
    return { status: 204, headers: { ...offsetAt(end), ...expiryOf(upload) } }
  const body = await finishOnce(deps, viewer, upload)
  return { status: 200, headers: offsetAt(end), body }
}

async function* upTo(bytes: number, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = bytes
  for await (const chunk of chunks) {
    if (chunk.length > left) throw new ApiError(413, 'TOO_LARGE', 'That is more than Upload-Length said.')
    left -= chunk.length
    yield chunk
  }
}

export async function cancelUpload({ db }: Deps, viewer: Viewer, id: string): Promise<TusReply> {
  const removed = await db
    .deleteFrom('resumable_uploads')
    .where('id', '=', id)
    .where('owner_id', '=', viewer.id)
    .executeTakeFirst()
  if (removed.numDeletedRows === 0n) throw notFound()
  return { status: 204, headers: {} }
}

async function loadUpload({ db, clock }: Deps, viewer: Viewer, id: string) {
  const upload = await db
    .selectFrom('resumable_uploads')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', viewer.id)
    .where('created_at', '>', inHours(clock.now(), -resumableHours))
    .executeTakeFirst()
  if (!upload) throw notFound()
  // The parts of one that was stored are gone.
  return { ...upload, arrived: upload.reply === null ? await arrivedBytes(db, id) : upload.bytes }
}

/** The statuses for files that cannot be stored however often they are sent. */
const unfit = new Set([400, 413, 415])

/** What this process is finishing, by the id of the upload. */
const finishing = new Map<string, Promise<object>>()

/** A caller whose line broke may repeat the last part before the answer to it is there. All receive the same answer. */
async function finishOnce(deps: Deps, viewer: Viewer, upload: Upload): Promise<object> {
  const begun = finishing.get(upload.id)
  if (begun) return begun
  const work = finish(deps, viewer, upload).finally(() => finishing.delete(upload.id))
  finishing.set(upload.id, work)
  return work
}

/** Two nodes may finish at the same time. The file of the one that comes second is not used, and the sweeper removes it. */
async function finish(deps: Deps, viewer: Viewer, upload: Upload): Promise<object> {
  const { db } = deps
  if (upload.reply !== null) return Uploaded.parse(upload.reply)
  const stored = await uploadMedia(deps, viewer, formOf(deps, viewer, upload)).catch(
    async (error: unknown) => {
      const isUnfit = error instanceof ApiError && unfit.has(error.status)
      if (isUnfit) await cancelUpload(deps, viewer, upload.id)
      throw error
    },
  )
  await db
    .updateTable('resumable_uploads')
    .set({ reply: JSON.stringify(stored) })
    .where('id', '=', upload.id)
    .where('reply', 'is', null)
    .execute()
  await db.deleteFrom('upload_parts').where('upload_id', '=', upload.id).execute()
  if (upload.poster_id !== null) await cancelUpload(deps, viewer, upload.poster_id).catch(() => {})
  const { reply } = await loadUpload(deps, viewer, upload.id)
  return Uploaded.parse(reply)
}

/** The upload as the form that it replaces. */
async function* formOf({ db }: Deps, viewer: Viewer, upload: Upload): AsyncGenerator<Part> {
  yield { name: 'upload_preset', text: upload.preset }
  yield { name: 'file', chunks: readParts(db, upload) }
  if (upload.poster_id === null) return
  const poster = await db
    .selectFrom('resumable_uploads')
    .select(['id', 'bytes'])
    .where('id', '=', upload.poster_id)
    .where('owner_id', '=', viewer.id)
    .where('preset', '=', posterPreset)
    .executeTakeFirst()
  if (!poster) throw invalid({ poster: 'That picture is not there. Send it again.' })
  yield { name: 'poster', chunks: readParts(db, poster) }
}

const offsetAt = (bytes: number) => ({ 'upload-offset': String(bytes) })

const expiryOf = ({ created_at }: { created_at: Date }) => ({
  'upload-expires': inHours(created_at, resumableHours).toUTCString(),
})
