import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'
import { databaseName } from '#web/lib/storage/database-name.ts'

const area = () => window.localStorage
/** `deleteStored` deletes it together with the database, by its beginning. */
const nameOf = (memberId: number) => `${databaseName(memberId)}.answers`

/** A first visit has nothing to read, and does not load the code that reads. */
export function hasAnswers(memberId: number): boolean {
  return readStored(area, nameOf(memberId)) !== null
}

export function markSaved(memberId: number): void {
  if (!hasAnswers(memberId)) writeStored(area, nameOf(memberId), '1')
}
