type Pages<Entry> = { pages: { content: Entry[] }[] }

/** Each entry once: what is written while the pages are being read pushes others over a page's edge. */
export function entriesOf<Entry>(data: Pages<Entry> | undefined, idOf: (entry: Entry) => number): Entry[] {
  const all = data?.pages.flatMap(({ content }) => content) ?? []
  return [...new Map(all.map((entry) => [idOf(entry), entry])).values()]
}
