/** The pages of notifications. `lazyPages` says why the router does not import them. */
export const notificationPages = {
  list: async () => (await import('#web/pages/notifications/notifications-page.tsx')).NotificationsPage,
  settings: async () =>
    (await import('#web/pages/notifications/notification-settings-page.tsx')).NotificationSettingsPage,
}
