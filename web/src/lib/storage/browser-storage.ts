/**
 * What a browser that refuses to store things (private windows, blocked site data, no room) keeps until the tab closes.
 * Null where it would not even remove the value.
 */
const memory = new Map<string, string | null>()

export function readStored(area: () => Storage, key: string): string | null {
  const kept = memory.get(key)
  if (kept !== undefined) return kept
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

/** All that is ours, under whatever name: the next person at this device finds nothing. `kept` lies in another area. */
export function clearStored(area: () => Storage, kept?: string): void {
  for (const key of memory.keys()) if (key !== kept) memory.delete(key)
  try {
    const ours = Object.keys(area()).filter((key) => key.startsWith('rootsquare.'))
    for (const key of ours) area().removeItem(key)
  } catch {
    // Nothing was ever stored there.
  }
}

/** A reload must not bring back what was there before. */
function removeOld(area: () => Storage, key: string): void {
  try {
    area().removeItem(key)
  } catch {
    // Then nothing in it can be changed, and the memory goes first.
  }
}
