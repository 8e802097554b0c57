const root = ['posts'] as const

export const postKeys = {
  all: root,
  home: () => [...root, 'home'] as const,
  ofMembers: [...root, 'member'] as const,
  member: (id: number) => [...root, 'member', id] as const,
  ofGroups: [...root, 'group'] as const,
  group: (id: number) => [...root, 'group', id] as const,
  ofTags: [...root, 'tag'] as const,
  tag: (tag: string) => [...root, 'tag', tag] as const,
  bookmarks: () => [...root, 'bookmarks'] as const,
  everyFound: [...root, 'found'] as const,
  found: (search: object) => [...root, 'found', search] as const,
  one: (id: number) => [...root, 'one', id] as const,
  /** How many posts are new, and when the server last said that there are any. */
  newer: () => [...root, 'newer'] as const,
  announced: () => [...root, 'announced'] as const,
  isDeleted: (id: number) => [...root, 'isDeleted', id] as const,
  comments: (id: number) => [...root, 'comments', id] as const,
  like: (id: number) => [...root, 'like', id] as const,
  bookmark: (id: number) => [...root, 'bookmark', id] as const,
}
