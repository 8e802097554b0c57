import { atGroup, atOwner, editors, members, row, staff, type Row } from './row.ts'

const ownOrStaff = { own: members, foreign: staff }
/** Staff see the analytics of every member, whatever the block, ban or role. */
const whoever = {
  blocker: '401 401 403 403 403 -   -   sus ban 403',
  banned: staff,
  admin: staff,
  superadmin: staff,
}

const likesAndComments = ['given-comments', 'received-comments', 'given-likes', 'received-likes']
const ofUsers = ['followers', 'follows', 'posts', 'group-posts', ...likesAndComments, 'logins']
const ofGroups = ['membership', 'posts', 'comments', 'likes']
const ofSystem = ['signups', 'logins', 'posts', 'group-memberships', 'bans', 'suspensions']

export const analyticsRows: Row[] = [
  row('GET /user/:id/usership', { ...ownOrStaff, ...whoever }, atOwner),
  ...ofUsers.map((figure) => row(`GET /user/:id/${figure}`, ownOrStaff, atOwner)),
  ...ofGroups.map((figure) => row(`GET /groups/:id/${figure}`, { own: editors, foreign: staff }, atGroup)),
  ...ofSystem.map((figure) => row(`GET /system/${figure}`, { any: staff })),
]
