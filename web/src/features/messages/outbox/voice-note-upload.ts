import type { QueryClient } from '@tanstack/react-query'
import { propertyOf } from '#web/lib/browser/property-of.ts'
import { noResponse } from '#web/lib/net/call.ts'
import { onStoredChange, storedValue, storeValues } from '#web/lib/storage/member-store.ts'
import { entriesIn, newEntry, saveEntries, type Outbox, type OutboxEntry } from '#web/lib/storage/outbox.ts'
import { randomId } from '#web/lib/storage/random-id.ts'

const uploadFailed = 'Upload failed'
const texts = { failed: uploadFailed, wrongKind: () => uploadFailed }

/** The device had no room for a recording, so it was gone with its tab. */
export class LostRecordingError extends Error {}

/** The path of a chosen file or a recording in the store. */
export function filePath(otherId: number, fileId: string): string {
  return `message-${otherId}/${fileId}`
}

/** Stores a recording, and returns the message that will contain it. */
export function newVoiceNote({ memberId, id }: Outbox, note: { file: File; seconds: number }): OutboxEntry {
  const fileId = randomId()
  const path = filePath(id, fileId)
  storeValues(memberId, [[path, note.file]])
  return { ...newEntry('', null, [{ fileId, type: 'audio', duration: note.seconds }]), files: [path] }
}

/** Returns the recording of an entry that is not uploaded; null if there is none. */
export function waitingNoteIn(entry: OutboxEntry): { fileId: string; seconds: number } | null {
  const note = noteIn(entry)
  const fileId = fileIdIn(entry)
  if (fileId === null || propertyOf(note, 'url') !== undefined) return null
  return { fileId, seconds: Number(propertyOf(note, 'duration')) || 0 }
}

/** Returns the entry with the address of its recording, which is saved so that a recording is uploaded once. */
export async function uploadNote(
  queryClient: QueryClient,
  outbox: Outbox,
  entry: OutboxEntry,
): Promise<OutboxEntry> {
  const note = waitingNoteIn(entry)
  if (note === null) return entry
  const { fileId, seconds } = note
  const file = storedValue(outbox.memberId, filePath(outbox.id, fileId))
  if (!(file instanceof File)) throw new LostRecordingError()
  const { sendFile } = await import('#web/entities/uploads/send-file.ts').catch(() => {
    throw noResponse()
  })
  const run = new AbortController()
  const stopIfDiscarded = () => {
    if (latestOf(outbox, entry) === undefined) run.abort()
  }
  // At once, also on a line on which nothing moves: the messages behind it wait for the end of this upload.
  const stopWatching = onStoredChange((path) => path !== null && stopIfDiscarded())
  const options = { queryClient, signal: run.signal, texts, onChange: () => {} }
  const { url } = await sendFile({ kind: 'audio', file }, options).finally(stopWatching)
  if (run.signal.aborted) throw noResponse()
  const uploaded = { ...entry, media: [{ fileId, type: 'audio', duration: seconds, url }] }
  saveEntries(outbox, [uploaded])
  return uploaded
}

/**
 * Returns how a failed entry is sent again. The same Idempotency-Key needs the same address; after a rejection the
 * recording is uploaded again, because the server may have deleted it.
 */
export function entryToRetry(outbox: Outbox, entry: OutboxEntry, isRejected: boolean): OutboxEntry {
  const latest = latestOf(outbox, entry) ?? entry
  const fileId = fileIdIn(latest)
  if (fileId === null || !isRejected) return latest
  const duration = propertyOf(noteIn(latest), 'duration')
  return { ...latest, media: [{ fileId, type: 'audio', duration }] }
}

function latestOf(outbox: Outbox, { id }: OutboxEntry): OutboxEntry | undefined {
  return entriesIn(outbox).find((one) => one.id === id)
}

const noteIn = ({ media }: OutboxEntry): unknown => (Array.isArray(media) ? media[0] : null)

function fileIdIn(entry: OutboxEntry): string | null {
  const fileId = propertyOf(noteIn(entry), 'fileId')
  return typeof fileId === 'string' ? fileId : null
}
