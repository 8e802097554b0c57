import {
  asPosts,
  asProfiles,
  atOwner,
  everyone,
  forEveryone,
  hiddenButFromStaff,
  members,
  noMember,
  nonsense,
  ofOwner,
} from './row.ts'
import type { Row } from './row.ts'

const newPassword = 'Another#2horse'

export const accountRows: Row[] = [
  {
    call: 'POST /create/user',
    answers: { any: everyone },
    request: async ({ newcomer }) => ({ body: await newcomer() }),
  },
  {
    call: 'POST /signup/email/verify',
    answers: forEveryone,
    request: async ({ code, owner }) => ({ body: { verificationCode: await code('verify', owner) } }),
  },
  {
    call: 'POST /signup/email/resend',
    answers: forEveryone,
    request: ({ owner }) => ({ body: { emailAddress: owner.email } }),
  },
  {
    call: 'POST /login',
    answers: {
      own: '200 403:EMAIL_NOT_VERIFIED 200 200 200 200 200 sus ban 200',
      foreign: everyone,
      banned: 'ban ban ban ban ban ban ban ban ban ban',
    },
    request: ({ owner }) => ({ body: { username: owner.username, userSecret: owner.password } }),
  },
  { call: 'POST /logout', answers: { any: members } },
  { call: 'POST /token/renew', answers: { any: members } },
  {
    call: 'POST /password/reset',
    answers: forEveryone,
    request: ({ owner, origin }) => ({ body: { email: owner.email, resetUrl: `${origin}/update-password` } }),
  },
  {
    call: 'PUT /password/reset',
    answers: forEveryone,
    request: async ({ code, owner }) => ({
      body: { cipher: newPassword, confirmCipher: newPassword, resetCode: await code('reset', owner) },
    }),
  },
  {
    call: 'PUT /password/change',
    answers: { any: members },
    request: ({ me }) => ({
      body: { oldCipher: me.password, newCipher: newPassword, confirmNewCipher: newPassword },
    }),
  },
  {
    call: 'PUT /user/close-account',
    answers: { any: members },
    request: ({ me }) => ({ body: { password: me.password } }),
  },
  {
    call: 'PUT /user/cancel-account-closure',
    answers: { any: members },
    request: async ({ askClosure, me }) => {
      await askClosure(me)
      return { body: { password: me.password } }
    },
  },
  {
    call: 'GET /user/user-status/:id',
    answers: { own: members, foreign: hiddenButFromStaff },
    request: atOwner,
  },
  { call: 'GET /user/:id', answers: { ...asProfiles, admin: members }, request: atOwner },
  {
    call: 'GET /user/by-username/:username',
    answers: asProfiles,
    request: ({ owner }) => ({ at: { username: owner.username } }),
  },
  {
    call: 'PUT /user/update/:id',
    answers: { own: members, foreign: noMember, admin: noMember },
    request: ({ owner }) => ({ at: { id: owner.id }, body: { bio: 'Weaver' } }),
  },
  {
    call: 'GET /user/search',
    answers: { any: members },
    request: ({ me }) => ({ query: { q: me.username } }),
  },
  { call: 'GET /user/export', answers: { any: members } },
]

export const peopleRows: Row[] = [
  { call: 'POST /user/follow/:id', answers: { ...asPosts, own: nonsense }, request: atOwner },
  {
    call: 'POST /user/unfollow/:id',
    answers: { own: nonsense, foreign: members },
    request: async ({ me, owner, follow }) => {
      if (owner.id !== me.id) await follow(me, owner)
      return { at: { id: owner.id } }
    },
  },
  { call: 'GET /user/suggestions', answers: { any: members } },
  { call: 'GET /user/followers', answers: asProfiles, request: ofOwner },
  { call: 'GET /user/following', answers: asProfiles, request: ofOwner },
  {
    call: 'POST /user/block/:id',
    answers: { own: nonsense, foreign: members, admin: noMember, superadmin: noMember },
    request: atOwner,
  },
  {
    call: 'POST /user/unblock/:id',
    answers: { own: nonsense, foreign: members },
    request: async ({ me, owner, block }) => {
      if (owner.id !== me.id) await block(me, owner)
      return { at: { id: owner.id } }
    },
  },
  { call: 'GET /user/blocked', answers: { any: members } },
]
