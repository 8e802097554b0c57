/** The pages of analytics that stand by themselves; a group's stands in the group's frame. */
export const analyticsPages = {
  user: async () => ({
    Page: (await import('#web/pages/analytics/user-analytics-page.tsx')).UserAnalyticsPage,
  }),
  system: async () => ({
    Page: (await import('#web/pages/analytics/system-analytics-page.tsx')).SystemAnalyticsPage,
  }),
}
export type AnalyticsPageName = keyof typeof analyticsPages
