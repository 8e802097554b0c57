import { readJson, storedNames, writeStored } from '#web/lib/storage/browser-storage.ts'
import { databaseName } from '#web/lib/storage/database-name.ts'
import type { Change } from '#web/lib/storage/typed-values.ts'

const area = () => window.localStorage

/** Returns whether the browser could save them. Files are too large. */
export function writeWaiting(memberId: number, changes: Change[]): boolean {
  const small = changes.filter(([, value]) => !(value instanceof Blob))
  return writeStored(area, waitingKey(memberId), small.length > 0 ? JSON.stringify(small) : null)
}

export function waitingChanges(memberId: number): Change[] {
  const stored = readJson(area, waitingKey(memberId))
  if (!Array.isArray(stored)) return []
  return stored.flatMap((one: unknown) =>
    Array.isArray(one) && typeof one[0] === 'string' ? [[one[0], one[1]] as const] : [],
  )
}

function waitingKey(memberId: number): string {
  return `${databaseName(memberId)}.unsent`
}

/** Takes over the drafts that version 2 stored in the tab. */
export function takeTabDrafts(memberId: number): Change[] {
  const tab = () => window.sessionStorage
  const names = storedNames(tab).filter((name) => name.split('.')[2] === String(memberId))
  return names.map((name) => {
    const draft = readJson(tab, name)
    writeStored(tab, name, null)
    return [name, draft] as const
  })
}
