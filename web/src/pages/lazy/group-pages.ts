/** The pages of groups. `lazyPages` says why the router does not import them. */
export const groupPages = {
  list: async () => (await import('#web/pages/groups/group-list-page.tsx')).GroupListPage,
  map: async () => (await import('#web/pages/groups/group-map-page.tsx')).GroupMapPage,
  frame: async () => (await import('#web/pages/groups/group-page.tsx')).GroupPage,
  feed: async () => (await import('#web/pages/groups/group-feed-page.tsx')).GroupFeedPage,
  section: async () => (await import('#web/pages/groups/group-section-page.tsx')).GroupSectionPage,
  members: async () => (await import('#web/pages/groups/group-members-page.tsx')).GroupMembersPage,
  proposals: async () => (await import('#web/pages/groups/group-proposals-page.tsx')).GroupProposalsPage,
  analytics: async () => (await import('#web/pages/analytics/group-analytics-page.tsx')).GroupAnalyticsPage,
}
