/** Where a page of a search begins: after so many rows, or for posts below that id. */
export type Place = {
  /** Nothing has the words as typed, so similar words are searched. */
  isSimilar: boolean
  at: number
}

export type Page<T> = { content: T[]; nextCursor: string | null }

/** A page that was found, and where the next one begins. */
export type FoundAt<T> = { content: T[]; next: number | null }

export function placeIn(cursor: string | undefined): Place {
  return { isSimilar: cursor?.startsWith('n') ?? false, at: Number(cursor?.replace('n', '') ?? 0) }
}

export const cursorOf = ({ isSimilar, at }: Place) => `${isSimilar ? 'n' : ''}${at}`

/** Searches for the words as typed, and where nothing has them for similar ones. Later pages go on as the first has begun. */
export async function asTypedOrSimilar<T>(
  cursor: string | undefined,
  find: (place: Place) => Promise<FoundAt<T>>,
): Promise<Page<T>> {
  const place = placeIn(cursor)
  const typed = await find(place)
  if (cursor === undefined && typed.content.length === 0 && typed.next === null)
    return pageFrom(await find({ ...place, isSimilar: true }), true)
  return pageFrom(typed, place.isSimilar)
}

const pageFrom = <T>({ content, next }: FoundAt<T>, isSimilar: boolean): Page<T> => ({
  content,
  nextCursor: next === null ? null : cursorOf({ isSimilar, at: next }),
})

/** `rows` begin at that place and are one more than the page, to know whether another follows. */
export function pageAt<T>(rows: T[], { at }: Place, size: number): FoundAt<T> {
  return { content: rows.slice(0, size), next: rows.length > size ? at + size : null }
}
