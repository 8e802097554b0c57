import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'

const key = 'rootsquare.push'
const area = () => window.localStorage

/** Returns the member who has switched on pushes in this browser. */
export function pushOwner(): number | null {
  const id = readStored(area, key)
  return id === null ? null : Number(id)
}

export function savePushOwner(memberId: number | null): void {
  writeStored(area, key, memberId === null ? null : String(memberId))
}
