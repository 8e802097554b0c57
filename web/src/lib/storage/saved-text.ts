import { savedJson, saveJson } from '#web/lib/storage/saved-json.ts'

/** Text that a member has written about one thing and not sent yet, in this tab. */
type TextKey = { what: string; memberId: number; id: number }

export function keyOf({ what, memberId, id }: TextKey): string {
  return `rootsquare.${what}.${memberId}.${id}`
}

/** The ids for which the member has unsent text of this kind. */
export function savedIds(what: string, memberId: number): number[] {
  const prefix = `rootsquare.${what}.${memberId}.`
  try {
    const keys = Object.keys(window.sessionStorage).filter((key) => key.startsWith(prefix))
    return keys.map((key) => Number(key.slice(prefix.length)))
  } catch {
    return []
  }
}

export function savedText(key: TextKey): string {
  const saved = savedJson(keyOf(key))
  return typeof saved === 'string' ? saved : ''
}

export function saveText(key: TextKey, text: string): void {
  saveJson(keyOf(key), text.trim() === '' ? null : text)
}
