/** Rarely opened pages of members. `lazyPages` says why the router does not import them. */
export const memberPages = {
  tag: async () => (await import('#web/pages/posts/tag-page.tsx')).TagPage,
  bookmarks: async () => (await import('#web/pages/posts/bookmarks-page.tsx')).BookmarksPage,
  search: async () => (await import('#web/pages/search/search-page.tsx')).SearchPage,
  profile: async () => (await import('#web/pages/profile/profile-page.tsx')).ProfilePage,
  member: async () => (await import('#web/pages/profile/member-page.tsx')).MemberPage,
  settings: async () => (await import('#web/pages/profile/settings-page.tsx')).SettingsPage,
  analytics: async () => (await import('#web/pages/analytics/user-analytics-page.tsx')).UserAnalyticsPage,
  disputes: async () => (await import('#web/pages/disputes/disputes-page.tsx')).DisputesPage,
  dispute: async () => (await import('#web/pages/disputes/dispute-page.tsx')).DisputePage,
  inbox: async () => (await import('#web/pages/messages/inbox-page.tsx')).InboxPage,
  conversation: async () => (await import('#web/pages/messages/message-page.tsx')).MessagePage,
  notifications: async () =>
    (await import('#web/pages/notifications/notifications-page.tsx')).NotificationsPage,
  notificationSettings: async () =>
    (await import('#web/pages/notifications/notification-settings-page.tsx')).NotificationSettingsPage,
}
