/** Where the pages of groups are. Not in the router, every byte of which a visitor who only signs in waits for. */
export const groupPages = {
  list: async () => ({ Page: (await import('#web/pages/group-list-page.tsx')).GroupListPage }),
  map: async () => ({ Page: (await import('#web/pages/group-map-page.tsx')).GroupMapPage }),
  frame: async () => ({ Page: (await import('#web/pages/group-page.tsx')).GroupPage }),
  feed: async () => ({ Page: (await import('#web/pages/group-feed-page.tsx')).GroupFeedPage }),
  section: async () => ({ Page: (await import('#web/pages/group-section-page.tsx')).GroupSectionPage }),
  members: async () => ({ Page: (await import('#web/pages/group-members-page.tsx')).GroupMembersPage }),
  proposals: async () => ({ Page: (await import('#web/pages/group-proposals-page.tsx')).GroupProposalsPage }),
  analytics: async () => ({ Page: (await import('#web/pages/group-analytics-page.tsx')).GroupAnalyticsPage }),
}

export type GroupPageName = keyof typeof groupPages
