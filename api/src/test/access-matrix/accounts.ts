import {
  everyone,
  hidden,
  hiddenButFromStaff,
  hiddenFromTheBlocked,
  members,
  noMember,
  nonsense,
} from './row.ts'
import type { Row } from './row.ts'

const newPassword = 'Another#2horse'

export const accountRows: Row[] = [
  {
    call: 'POST /create/user',
    answers: { any: everyone },
    ask: async ({ newcomer }) => ({ body: await newcomer() }),
  },
  {
    call: 'POST /signup/email/verify',
    answers: { own: everyone, foreign: everyone },
    ask: async ({ code, owner }) => ({ body: { verificationCode: await code('verify', owner) } }),
  },
  {
    call: 'POST /signup/email/resend',
    answers: { own: everyone, foreign: everyone },
    ask: ({ owner }) => ({ body: { emailAddress: owner.email } }),
  },
  {
    call: 'POST /login',
    answers: {
      own: '200 403:EMAIL_NOT_VERIFIED 200 200 200 200 200 sus ban 200',
      foreign: everyone,
      banned: 'ban ban ban ban ban ban ban ban ban ban',
    },
    ask: ({ owner }) => ({ body: { username: owner.username, userSecret: owner.password } }),
  },
  { call: 'POST /logout', answers: { any: members } },
  { call: 'POST /token/renew', answers: { any: members } },
  {
    call: 'POST /password/reset',
    answers: { own: everyone, foreign: everyone },
    ask: ({ owner, origin }) => ({ body: { email: owner.email, resetUrl: `${origin}/update-password` } }),
  },
  {
    call: 'PUT /password/reset',
    answers: { own: everyone, foreign: everyone },
    ask: async ({ code, owner }) => ({
      body: { cipher: newPassword, confirmCipher: newPassword, resetCode: await code('reset', owner) },
    }),
  },
  {
    call: 'PUT /password/change',
    answers: { any: members },
    ask: ({ me }) => ({
      body: { oldCipher: me.password, newCipher: newPassword, confirmNewCipher: newPassword },
    }),
  },
  {
    call: 'PUT /user/close-account',
    answers: { any: members },
    ask: ({ me }) => ({ body: { password: me.password } }),
  },
  {
    call: 'PUT /user/cancel-account-closure',
    answers: { any: members },
    ask: async ({ askClosure, me }) => {
      await askClosure(me)
      return { body: { password: me.password } }
    },
  },
  {
    call: 'GET /user/user-status/:id',
    answers: { own: members, foreign: hiddenButFromStaff },
    ask: ({ owner }) => ({ at: { id: owner.id } }),
  },
  {
    call: 'GET /user/:id',
    answers: {
      own: members,
      foreign: members,
      blocker: hiddenFromTheBlocked,
      banned: hiddenButFromStaff,
      admin: members,
    },
    ask: ({ owner }) => ({ at: { id: owner.id } }),
  },
  {
    call: 'GET /user/by-username/:username',
    answers: { own: members, foreign: members, blocker: hiddenFromTheBlocked, banned: hiddenButFromStaff },
    ask: ({ owner }) => ({ at: { username: owner.username } }),
  },
  {
    call: 'PUT /user/update/:id',
    answers: { own: members, foreign: noMember, admin: noMember },
    ask: ({ owner }) => ({ at: { id: owner.id }, body: { bio: 'Weaver' } }),
  },
  {
    call: 'GET /user/search',
    answers: { any: members },
    ask: ({ me }) => ({ query: { q: me.username } }),
  },
  { call: 'GET /user/export', answers: { any: members } },
]

export const peopleRows: Row[] = [
  {
    call: 'POST /user/follow/:id',
    answers: {
      own: nonsense,
      foreign: members,
      blocker: hiddenFromTheBlocked,
      banned: hidden,
    },
    ask: ({ owner }) => ({ at: { id: owner.id } }),
  },
  {
    call: 'POST /user/unfollow/:id',
    answers: { own: nonsense, foreign: members },
    ask: async ({ me, owner, follow }) => {
      if (owner.id !== me.id) await follow(me, owner)
      return { at: { id: owner.id } }
    },
  },
  {
    call: 'GET /user/followers',
    answers: { own: members, foreign: members, blocker: hiddenFromTheBlocked, banned: hiddenButFromStaff },
    ask: ({ owner }) => ({ query: { userId: owner.id } }),
  },
  {
    call: 'GET /user/following',
    answers: { own: members, foreign: members, blocker: hiddenFromTheBlocked, banned: hiddenButFromStaff },
    ask: ({ owner }) => ({ query: { userId: owner.id } }),
  },
  {
    call: 'POST /user/block/:id',
    answers: {
      own: nonsense,
      foreign: members,
      admin: noMember,
      superadmin: noMember,
    },
    ask: ({ owner }) => ({ at: { id: owner.id } }),
  },
  {
    call: 'POST /user/unblock/:id',
    answers: { own: nonsense, foreign: members },
    ask: async ({ me, owner, block }) => {
      if (owner.id !== me.id) await block(me, owner)
      return { at: { id: owner.id } }
    },
  },
  { call: 'GET /user/blocked', answers: { any: members } },
]
