import { noMember, staff, superadmins, type Row } from './row.ts'

/** Admins act on members, super admins on everybody else, and nobody on themselves. */
const byRank = { own: noMember, foreign: staff, admin: superadmins, superadmin: superadmins }
const tooLate = '401 401 403 403 403 409 409 sus ban 403'

export const moderationRows: Row[] = [
  { call: 'GET /user/admin/app/users', answers: { any: staff } },
  { call: 'GET /user/admin/suspended-users', answers: { any: staff } },
  {
    call: 'POST /user/admin/create',
    answers: { any: superadmins },
    request: async ({ newcomer }) => ({ body: { ...(await newcomer()), userLevel: 3, roleId: 2 } }),
  },
  {
    call: 'POST /user/admin/suspend-user',
    answers: { ...byRank, banned: tooLate },
    request: ({ owner }) => ({ query: { days: 7, reasonForSuspension: 'Insults', userId: owner.id } }),
  },
  {
    call: 'POST /user/admin/ban-user',
    answers: { ...byRank, banned: tooLate },
    request: ({ owner }) => ({ query: { reasonForBan: 'Fraud', userId: owner.id } }),
  },
  {
    call: 'POST /user/admin/unsuspend-user',
    what: 'one who is suspended',
    answers: byRank,
    request: async ({ me, owner, suspend }) => {
      if (owner.id !== me.id) await suspend(owner)
      return { query: { reasonForUnSuspending: 'It was a mistake', userId: owner.id } }
    },
  },
  {
    call: 'POST /user/admin/unsuspend-user',
    what: 'one who is not',
    answers: { foreign: tooLate },
    request: ({ owner }) => ({ query: { reasonForUnSuspending: 'It was a mistake', userId: owner.id } }),
  },
  { call: 'GET /user/admin/queues', answers: { any: staff } },
  { call: 'GET /user/admin/audit', answers: { any: superadmins } },
]

export const reportRows: Row[] = [
  {
    // Moderators get the reports of their group.
    call: 'GET /messaging/reported/post',
    what: 'all that the caller may see',
    answers: { any: '401 401 403 200 200 200 200 sus ban 403' },
  },
  {
    call: 'GET /messaging/reported/post',
    what: 'of one group',
    answers: { own: '401 401 403 200 403 200 200 sus ban 403', foreign: staff },
    request: ({ group }) => ({ query: { groupId: group } }),
  },
  {
    // A report on one's own post is for others to decide. A moderator of another group gets a 404.
    call: 'PATCH /messaging/resolve/post/:id',
    what: 'on a post in a group',
    answers: {
      own: '401 401 403 403 404 403 403 sus ban 403',
      foreign: '401 401 403 200 404 200 200 sus ban 403',
      admin: '401 401 403 200 404 200 200 sus ban 403',
    },
    request: async ({ owner, here, reportOn }) => ({ at: { id: await reportOn(owner, here) } }),
  },
  {
    call: 'PATCH /messaging/resolve/post/:id',
    what: 'on a post of one’s own page',
    answers: {
      own: '401 401 403 404 404 403 403 sus ban 403',
      foreign: '401 401 403 404 404 200 200 sus ban 403',
    },
    request: async ({ owner, reportOn }) => ({ at: { id: await reportOn(owner) } }),
  },
]
