/** Where a page of a search begins: after so many rows, or for posts below that id. */
export type CursorPosition = {
  /** Nothing has the words as typed, so similar words are searched. */
  isSimilar: boolean
  at: number
}

export type Page<T> = { content: T[]; nextCursor: string | null; isSimilar: boolean }

/** A page that was found, and where the next one begins. */
export type FoundAt<T> = { content: T[]; next: number | null }

export function positionIn(cursor: string | undefined): CursorPosition {
  return { isSimilar: cursor?.startsWith('n') ?? false, at: Number(cursor?.replace('n', '') ?? 0) }
}

export const cursorOf = ({ isSimilar, at }: CursorPosition) => `${isSimilar ? 'n' : ''}${at}`

/** Searches for the words as typed, and where nothing has them for similar ones. Later pages go on as the first has begun. */
export async function asTypedOrSimilar<T>(
  cursor: string | undefined,
  find: (position: CursorPosition) => Promise<FoundAt<T>>,
): Promise<Page<T>> {
  const position = positionIn(cursor)
  const typed = await find(position)
  if (cursor === undefined && typed.content.length === 0 && typed.next === null)
    return pageFrom(await find({ ...position, isSimilar: true }), true)
  return pageFrom(typed, position.isSimilar)
}

const pageFrom = <T>({ content, next }: FoundAt<T>, isSimilar: boolean): Page<T> => ({
  content,
  nextCursor: next === null ? null : cursorOf({ isSimilar, at: next }),
  isSimilar,
})

/** `rows` begin at that position and are one more than the page, to know whether another follows. */
export function pageAt<T>(rows: T[], { at }: CursorPosition, size: number): FoundAt<T> {
  return { content: rows.slice(0, size), next: rows.length > size ? at + size : null }
}
