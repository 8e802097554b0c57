/** The start of a page: the number of rows to skip, or for posts the id below which it begins. */
export type CursorPosition = {
  /** True if no result contains the words as typed, so that similar words are searched. */
  isSimilar: boolean
  at: number
}

export type SearchPage<T> = { content: T[]; nextCursor: string | null; isSimilar: boolean }

/** The entries of a page and the position of the next one. */
export type FoundPage<T> = { content: T[]; next: number | null }

export function parseSearchCursor(cursor: string | undefined): CursorPosition {
  return { isSimilar: cursor?.startsWith('n') ?? false, at: Number(cursor?.replace('n', '') ?? 0) }
}

export const formatSearchCursor = ({ isSimilar, at }: CursorPosition) => `${isSimilar ? 'n' : ''}${at}`

/**
 * Searches for the words as typed, and for similar ones if there are none. Later pages search in the same way as the first.
 */
export async function searchTypedOrSimilar<T>(
  cursor: string | undefined,
  find: (position: CursorPosition) => Promise<FoundPage<T>>,
): Promise<SearchPage<T>> {
  const position = parseSearchCursor(cursor)
  const typed = await find(position)
  if (cursor === undefined && typed.content.length === 0 && typed.next === null)
    return searchPageOf(await find({ ...position, isSimilar: true }), true)
  return searchPageOf(typed, position.isSimilar)
}

const searchPageOf = <T>({ content, next }: FoundPage<T>, isSimilar: boolean): SearchPage<T> => ({
  content,
  nextCursor: next === null ? null : formatSearchCursor({ isSimilar, at: next }),
  isSimilar,
})

/** Builds a page from `rows`, which contain one row more than the page, to know whether another page follows. */
export function slicePage<T>(rows: T[], { at }: CursorPosition, size: number): FoundPage<T> {
  return { content: rows.slice(0, size), next: rows.length > size ? at + size : null }
}
