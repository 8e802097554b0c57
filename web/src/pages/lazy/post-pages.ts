/** Where the lists of posts are that few visits open. Not in the router, as with those of groups. */
export const postPages = {
  tag: async () => ({ Page: (await import('#web/pages/posts/tag-page.tsx')).TagPage }),
  bookmarks: async () => ({ Page: (await import('#web/pages/posts/bookmarks-page.tsx')).BookmarksPage }),
}

export type PostPageName = keyof typeof postPages
