/** Where the pages of notifications are. Not in the router, as with those of groups. */
export const notificationPages = {
  list: async () => (await import('#web/pages/notifications/notifications-page.tsx')).NotificationsPage,
  settings: async () =>
    (await import('#web/pages/notifications/notification-settings-page.tsx')).NotificationSettingsPage,
}
