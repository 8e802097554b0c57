/** The longer side of the small form of a picture. It fills a tile of half a phone's width, with two pixels for each point. */
export const smallSide = 360

/** The small forms that a picture has beside its thumbnail. */
export type SmallForms = 'none' | 'webp' | 'webp and avif'

const marks: Record<SmallForms, string> = { none: '', webp: '-s', 'webp and avif': '-sa' }

/**
 * Returns the name of a stored file without its ending. It says how heavy the file is and which small forms lie beside it, so
 * that whoever knows its address knows both. A file never changes, so the name stays true.
 */
export function pictureName(id: string, bytes: number, small: SmallForms): string {
  return `${id}-${Math.ceil(bytes / 1000)}kb${marks[small]}`
}

export const smallName = (name: string, type: 'webp' | 'avif') => `${name}-${smallSide}.${type}`

export type PictureForms = { kilobytes: number; webp: string | null; avif: string | null }

/**
 * Returns the forms of the picture at this address, which may be of its thumbnail. Pictures from before 2026-11-19 and those
 * of another host say nothing, and have none that are known.
 */
export function formsOf(address: string): PictureForms | null {
  const found = /^(.*\/[0-9a-f]{32}-(\d+)kb(-sa?)?)(?:-\d+)?\.\w+$/.exec(address)
  if (found === null) return null
  const [, name = '', kilobytes, mark] = found
  return {
    kilobytes: Number(kilobytes),
    webp: mark === undefined ? null : smallName(name, 'webp'),
    avif: mark === '-sa' ? smallName(name, 'avif') : null,
  }
}
