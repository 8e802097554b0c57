import { atGroup, atOwner, editors, members, staff, type Row } from './row.ts'

const ownOrStaff = { own: members, foreign: staff }
/** Staff see the analytics of every member, whatever the block, ban or role. */
const whoever = {
  blocker: '401 401 403 403 403 -   -   sus ban 403',
  banned: staff,
  admin: staff,
  superadmin: staff,
}

const ofUsers = [
  'followers',
  'follows',
  'posts',
  'group-posts',
  'given-comments',
  'received-comments',
  'given-likes',
  'received-likes',
  'logins',
]
const ofGroups = ['membership', 'posts', 'comments', 'likes']
const ofSystem = ['signups', 'logins', 'posts', 'group-memberships', 'bans', 'suspensions']

export const analyticsRows: Row[] = [
  { call: 'GET /user/:id/usership', answers: { ...ownOrStaff, ...whoever }, request: atOwner },
  ...ofUsers.map((figure): Row => ({
    call: `GET /user/:id/${figure}`,
    answers: ownOrStaff,
    request: atOwner,
  })),
  ...ofGroups.map((figure): Row => ({
    call: `GET /groups/:id/${figure}`,
    answers: { own: editors, foreign: staff },
    request: atGroup,
  })),
  ...ofSystem.map((figure): Row => ({ call: `GET /system/${figure}`, answers: { any: staff } })),
]
