/** The pages of admins. `lazyPages` says why the router does not import them. */
export const adminPages = {
  users: async () => (await import('#web/pages/staff/admin-users-page.tsx')).AdminUsersPage,
  submissions: async () => (await import('#web/pages/staff/admin-submissions-page.tsx')).AdminSubmissionsPage,
  reports: async () => (await import('#web/pages/staff/reported-posts-page.tsx')).ReportedPostsPage,
  suspended: async () => (await import('#web/pages/staff/suspended-users-page.tsx')).SuspendedUsersPage,
  orders: async () => (await import('#web/pages/staff/admin-orders-page.tsx')).AdminOrdersPage,
  order: async () => (await import('#web/pages/staff/admin-order-page.tsx')).AdminOrderPage,
  named: async () => (await import('#web/pages/staff/named-groups-page.tsx')).NamedGroupsPage,
  held: async () => (await import('#web/pages/staff/held-payments-page.tsx')).HeldPaymentsPage,
  disputes: async () => (await import('#web/pages/staff/admin-disputes-page.tsx')).AdminDisputesPage,
  payouts: async () => (await import('#web/pages/staff/admin-payouts-page.tsx')).AdminPayoutsPage,
  forAdmins: async () => (await import('#web/pages/errors/not-allowed-page.tsx')).ForAdmins,
  forSuperAdmins: async () => (await import('#web/pages/errors/not-allowed-page.tsx')).ForSuperAdmins,
  analytics: async () => (await import('#web/pages/analytics/system-analytics-page.tsx')).SystemAnalyticsPage,
  audit: async () => (await import('#web/pages/staff/admin-audit-page.tsx')).AdminAuditPage,
}
