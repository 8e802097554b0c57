import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'

const area = () => window.sessionStorage

/** In this tab only; null removes it. */
export function saveJson(key: string, value: object | string | null): void {
  writeStored(area, key, value && JSON.stringify(value))
}

/** Unknown: the storage may contain anything. */
export function savedJson(key: string): unknown {
  try {
    return JSON.parse(readStored(area, key) ?? 'null')
  } catch {
    return null
  }
}

export function propertyOf(thing: unknown, name: string): unknown {
  return typeof thing === 'object' && thing !== null ? Reflect.get(thing, name) : undefined
}
