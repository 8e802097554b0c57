import { readStored, writeStored } from '#web/lib/stored.ts'

const area = () => window.sessionStorage

/** What one member has written about one thing and not sent yet, in this tab. */
export type Place = { what: string; memberId: number; id: number }

function keyOf({ what, memberId, id }: Place): string {
  return `rootsquare.${what}.${memberId}.${id}`
}

export function keptText(place: Place): string {
  return readStored(area, keyOf(place)) ?? ''
}

export function keepText(place: Place, text: string): void {
  writeStored(area, keyOf(place), text.trim() === '' ? null : text)
}
