/** What a browser that refuses to store things (private windows, blocked site data) keeps until the tab closes. */
const memory = new Map<string, string>()

export function readStored(area: () => Storage, key: string): string | null {
  try {
    return area().getItem(key)
  } catch {
    return memory.get(key) ?? null
  }
}

export function writeStored(area: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) area().removeItem(key)
    else area().setItem(key, value)
  } catch {
    if (value === null) memory.delete(key)
    else memory.set(key, value)
  }
}

/** All that is ours, under whatever name: the next person at this device finds nothing. */
export function clearStored(area: () => Storage): void {
  try {
    const ours = Object.keys(area()).filter((key) => key.startsWith('rootsquare.'))
    for (const key of ours) area().removeItem(key)
  } catch {
    memory.clear()
  }
}
