/** Where the pages are that few visits open. Not in the router, as with those of groups. */
export const memberPages = {
  tag: async () => ({ Page: (await import('#web/pages/posts/tag-page.tsx')).TagPage }),
  bookmarks: async () => ({ Page: (await import('#web/pages/posts/bookmarks-page.tsx')).BookmarksPage }),
  search: async () => ({ Page: (await import('#web/pages/search/search-page.tsx')).SearchPage }),
  welcome: async () => ({ Page: (await import('#web/pages/entry/welcome-page.tsx')).WelcomePage }),
  unsubscribe: async () => ({
    Page: (await import('#web/pages/entry/unsubscribe-page.tsx')).UnsubscribePage,
  }),
}

export type MemberPageName = keyof typeof memberPages
