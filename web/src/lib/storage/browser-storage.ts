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

export function writeStored(area: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) area().removeItem(key)
    else area().setItem(key, value)
    memory.delete(key)
  } catch {
    memory.set(key, value)
    removeOld(area, key)
  }
}

/** Removes our values, so that the next person at this device finds nothing. `except` is a key of another area. */
export function clearStored(area: () => Storage, prefix = 'rootsquare.', except?: string): void {
  for (const key of memory.keys()) if (key !== except && key.startsWith(prefix)) memory.delete(key)
  try {
    for (const key of Object.keys(area())) if (key.startsWith(prefix)) area().removeItem(key)
  } catch {
    // Nothing was ever stored there.
  }
}

/** A reload must not bring back what was there before. */
function removeOld(area: () => Storage, key: string): void {
  try {
    area().removeItem(key)
  } catch {
    // The browser's storage cannot be changed then, and values in memory take precedence.
  }
}
