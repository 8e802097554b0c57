/** Where the pages of admins are. Not in the router, every byte of which a visitor who only signs in waits for. */
export const adminPages = {
  users: async () => ({ Page: (await import('#web/pages/staff/admin-users-page.tsx')).AdminUsersPage }),
  submissions: async () => ({
    Page: (await import('#web/pages/staff/admin-submissions-page.tsx')).AdminSubmissionsPage,
  }),
  reports: async () => ({
    Page: (await import('#web/pages/staff/reported-posts-page.tsx')).ReportedPostsPage,
  }),
  suspended: async () => ({
    Page: (await import('#web/pages/staff/suspended-users-page.tsx')).SuspendedUsersPage,
  }),
  held: async () => ({ Page: (await import('#web/pages/staff/held-payments-page.tsx')).HeldPaymentsPage }),
  audit: async () => ({ Page: (await import('#web/pages/staff/admin-audit-page.tsx')).AdminAuditPage }),
}

export type AdminPageName = keyof typeof adminPages
