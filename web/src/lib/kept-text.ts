import { keptJson, keepJson } from '#web/lib/kept.ts'

/** What one member has written about one thing and not sent yet, in this tab. */
type Place = { what: string; memberId: number; id: number }

export function keyOf({ what, memberId, id }: Place): string {
  return `rootsquare.${what}.${memberId}.${id}`
}

export function keptText(place: Place): string {
  const kept = keptJson(keyOf(place))
  return typeof kept === 'string' ? kept : ''
}

export function keepText(place: Place, text: string): void {
  keepJson(keyOf(place), text.trim() === '' ? null : text)
}
