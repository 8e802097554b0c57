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
  row,
  type Row,
} from './row.ts'

const newPassword = 'Another#2horse'

export const accountRows: Row[] = [
  row('POST /create/user', { any: everyone }, async ({ newcomer }) => ({ body: await newcomer() })),
  row('POST /signup/email/verify', forEveryone, async ({ code, owner }) => ({
    body: { verificationCode: await code('verify', owner) },
  })),
  row('POST /signup/email/resend', forEveryone, ({ owner }) => ({ body: { emailAddress: owner.email } })),
  row('POST /signup/email/change', { any: everyone }, async ({ unverified, origin }) => {
    const { username, password: userSecret, email: emailAddress } = await unverified()
    return { body: { username, userSecret, emailAddress, validationUrl: `${origin}/mail-validate` } }
  }),
  row(
    'POST /login',
    {
      own: '200 403:EMAIL_NOT_VERIFIED 200 200 200 200 200 sus ban 200',
      foreign: everyone,
      banned: 'ban ban ban ban ban ban ban ban ban ban',
    },
    ({ owner }) => ({ body: { username: owner.username, userSecret: owner.password } }),
  ),
  row('POST /logout', { any: members }),
  row('POST /token/renew', { any: members }),
  row('POST /password/reset', forEveryone, ({ owner, origin }) => ({
    body: { email: owner.email, resetUrl: `${origin}/update-password` },
  })),
  row('PUT /password/reset', forEveryone, async ({ code, owner }) => ({
    body: { cipher: newPassword, confirmCipher: newPassword, resetCode: await code('reset', owner) },
  })),
  row('PUT /password/change', { any: members }, ({ me }) => ({
    body: { oldCipher: me.password, newCipher: newPassword, confirmNewCipher: newPassword },
  })),
  row('PUT /user/close-account', { any: members }, ({ me }) => ({ body: { password: me.password } })),
  row('PUT /user/cancel-account-closure', { any: members }, async ({ requestClosure, me }) => {
    await requestClosure(me)
    return { body: { password: me.password } }
  }),
  row('GET /user/user-status/:id', { own: members, foreign: hiddenButFromStaff }, atOwner),
  row('GET /user/:id', { ...asProfiles, admin: members }, atOwner),
  row('GET /user/by-username/:username', asProfiles, ({ owner }) => ({ at: { username: owner.username } })),
  row('PUT /user/update/:id', { own: members, foreign: noMember, admin: noMember }, ({ owner }) => ({
    at: { id: owner.id },
    body: { bio: 'Weaver' },
  })),
  row('GET /user/search', { any: members }, ({ me }) => ({ query: { q: me.username } })),
  row('GET /user/export', { any: members }),
]

export const peopleRows: Row[] = [
  row('POST /user/follow/:id', { ...asPosts, own: nonsense }, atOwner),
  row('POST /user/unfollow/:id', { own: nonsense, foreign: members }, async ({ me, owner, follow }) => {
    if (owner.id !== me.id) await follow(me, owner)
    return { at: { id: owner.id } }
  }),
  row('GET /user/suggestions', { any: members }),
  row('GET /user/followers', asProfiles, ofOwner),
  row('GET /user/following', asProfiles, ofOwner),
  row(
    'POST /user/block/:id',
    { own: nonsense, foreign: members, admin: noMember, superadmin: noMember },
    atOwner,
  ),
  row('POST /user/unblock/:id', { own: nonsense, foreign: members }, async ({ me, owner, block }) => {
    if (owner.id !== me.id) await block(me, owner)
    return { at: { id: owner.id } }
  }),
  row('GET /user/blocked', { any: members }),
]
