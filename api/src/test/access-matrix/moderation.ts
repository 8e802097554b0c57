import { noMember, row, staff, superadmins, type Row } from './row.ts'

/** Admins act on members, super admins on everybody else, and nobody on themselves. */
const byRank = { own: noMember, foreign: staff, admin: superadmins, superadmin: superadmins }
const tooLate = '401 401 403 403 403 409 409 sus ban 403'

export const moderationRows: Row[] = [
  row('GET /user/admin/app/users', { any: staff }),
  row('GET /user/admin/suspended-users', { any: staff }),
  row('POST /user/admin/create', { any: superadmins }, async ({ newcomer }) => ({
    body: { ...(await newcomer()), userLevel: 3, roleId: 2 },
  })),
  row('POST /user/admin/suspend-user', { ...byRank, banned: tooLate }, ({ owner }) => ({
    query: { days: 7, reasonForSuspension: 'Insults', userId: owner.id },
  })),
  row('POST /user/admin/ban-user', { ...byRank, banned: tooLate }, ({ owner }) => ({
    query: { reasonForBan: 'Fraud', userId: owner.id },
  })),
  row('POST /user/admin/unsuspend-user, one who is suspended', byRank, async ({ me, owner, suspend }) => {
    if (owner.id !== me.id) await suspend(owner)
    return { query: { reasonForUnSuspending: 'It was a mistake', userId: owner.id } }
  }),
  row('POST /user/admin/unsuspend-user, one who is not', { foreign: tooLate }, ({ owner }) => ({
    query: { reasonForUnSuspending: 'It was a mistake', userId: owner.id },
  })),
  row('GET /user/admin/queues', { any: staff }),
  row('GET /user/admin/audit', { any: superadmins }),
]

export const reportRows: Row[] = [
  // Moderators get the reports of their group.
  row('GET /messaging/reported/post, all that the caller may see', {
    any: '401 401 403 200 200 200 200 sus ban 403',
  }),
  row(
    'GET /messaging/reported/post, of one group',
    { own: '401 401 403 200 403 200 200 sus ban 403', foreign: staff },
    ({ group }) => ({ query: { groupId: group } }),
  ),
  // A report on one's own post is for others to decide. A moderator of another group gets a 404.
  row(
    'PATCH /messaging/resolve/post/:id, on a post in a group',
    {
      own: '401 401 403 403 404 403 403 sus ban 403',
      foreign: '401 401 403 200 404 200 200 sus ban 403',
      admin: '401 401 403 200 404 200 200 sus ban 403',
    },
    async ({ owner, here, reportOn }) => ({ at: { id: await reportOn(owner, here) } }),
  ),
  row(
    'PATCH /messaging/resolve/post/:id, on a post of one’s own page',
    {
      own: '401 401 403 404 404 403 403 sus ban 403',
      foreign: '401 401 403 404 404 200 200 sus ban 403',
    },
    async ({ owner, reportOn }) => ({ at: { id: await reportOn(owner) } }),
  ),
]
