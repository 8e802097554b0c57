/** Without the analytics of a group, which are a tab of its page. */
export const analyticsPages = {
  user: async () => ({
    Page: (await import('#web/pages/analytics/user-analytics-page.tsx')).UserAnalyticsPage,
  }),
  system: async () => ({
    Page: (await import('#web/pages/analytics/system-analytics-page.tsx')).SystemAnalyticsPage,
  }),
}
export type AnalyticsPageName = keyof typeof analyticsPages
