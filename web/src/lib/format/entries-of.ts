type Pages<Entry> = { pages: { content: Entry[] }[] }

/** Returns each entry once: a new entry shifts the others, so that the next page may repeat some. */
export function entriesOf<Entry>(data: Pages<Entry> | undefined, idOf: (entry: Entry) => number): Entry[] {
  const all = data?.pages.flatMap(({ content }) => content) ?? []
  return [...new Map(all.map((entry) => [idOf(entry), entry])).values()]
}
