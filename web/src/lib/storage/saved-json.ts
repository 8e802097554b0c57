import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'

const area = () => window.sessionStorage

/** What a member has stored about one thing; without an id there is only one. */
export type StorageKey = { what: string; memberId: number; id?: number | string }

export function keyOf({ what, memberId, id = 0 }: StorageKey): string {
  return `rootsquare.${what}.${memberId}.${id}`
}

/** Saves a value in this tab only; null removes it. */
export function saveJson(key: string, value: object | string | null): void {
  writeStored(area, key, value && JSON.stringify(value))
}

/** Returns `unknown`, because the storage may contain anything. */
export function savedJson(key: string): unknown {
  try {
    return JSON.parse(readStored(area, key) ?? 'null')
  } catch {
    return null
  }
}
