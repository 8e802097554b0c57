import { savedJson, saveJson } from '#web/lib/storage/saved-json.ts'

/** What one member has written about one thing and not sent yet, in this tab. */
type Place = { what: string; memberId: number; id: number }

export function keyOf({ what, memberId, id }: Place): string {
  return `rootsquare.${what}.${memberId}.${id}`
}

/** What the member has kept something of this kind about, since before this page was loaded. */
export function savedIds(what: string, memberId: number): number[] {
  const front = `rootsquare.${what}.${memberId}.`
  try {
    const keys = Object.keys(window.sessionStorage).filter((key) => key.startsWith(front))
    return keys.map((key) => Number(key.slice(front.length)))
  } catch {
    return []
  }
}

export function savedText(place: Place): string {
  const kept = savedJson(keyOf(place))
  return typeof kept === 'string' ? kept : ''
}

export function saveText(place: Place, text: string): void {
  saveJson(keyOf(place), text.trim() === '' ? null : text)
}
