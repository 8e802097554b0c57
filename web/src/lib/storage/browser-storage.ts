/**
 * Values that the browser did not store (private windows, blocked site data, no space left), until the tab closes.
 * Null if it did not even remove the value.
 */
const memory = new Map<string, string | null>()

export function readStored(area: () => Storage, key: string): string | null {
  const inMemory = memory.get(key)
  if (inMemory !== undefined) return inMemory
  try {
    return area().getItem(key)
  } catch {
    return null
  }
}

/** Returns `unknown`, because the storage may contain anything, and null if it is no JSON. */
export function readJson(area: () => Storage, key: string): unknown {
  try {
    return JSON.parse(readStored(area, key) ?? 'null')
  } catch {
    return null
  }
}

/** Returns whether the browser stored the value. If not, it is in memory until the tab closes. */
export function writeStored(area: () => Storage, key: string, value: string | null): boolean {
  try {
    if (value === null) area().removeItem(key)
    else area().setItem(key, value)
    memory.delete(key)
    return true
  } catch {
    memory.set(key, value)
    removeOld(area, key)
    return false
  }
}

/** Returns the names of all values, and none where the browser stores nothing. */
export function storedNames(area: () => Storage): string[] {
  try {
    return Object.keys(area())
  } catch {
    return []
  }
}

/** Removes our values, so that the next person at this device finds nothing. `except` is a key of another area. */
export function clearStored(area: () => Storage, prefix = 'rootsquare.', except?: string): void {
  for (const key of memory.keys()) if (key !== except && key.startsWith(prefix)) memory.delete(key)
  for (const key of storedNames(area)) if (key.startsWith(prefix)) area().removeItem(key)
}

/** A reload must not bring back what was there before. */
function removeOld(area: () => Storage, key: string): void {
  try {
    area().removeItem(key)
  } catch {
    // The browser's storage cannot be changed then, and values in memory take precedence.
  }
}
