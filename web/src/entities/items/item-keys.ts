const root = ['items'] as const
const paged = [...root, 'paged'] as const
const endless = [...root, 'endless'] as const

/** Lists under `paged` contain one page each, those under `endless` are infinite queries, so that each can be patched. */
export const itemKeys = {
  all: root,
  teaser: [...root, 'teaser'] as const,
  allPaged: paged,
  paged: (query: object) => [...paged, query] as const,
  allEndless: endless,
  ofMember: (memberId: number) => [...endless, 'of-member', memberId] as const,
  found: (search: object) => [...endless, 'found', search] as const,
  waiting: (query: object) => [...endless, 'waiting', query] as const,
  one: (id: number) => [...root, 'one', id] as const,
  favor: [...root, 'favor'] as const,
}

export const genreKey = ['genres'] as const
