import { z } from 'zod'
import { endpoint, getByMember, Nothing, postByMember } from './lib/endpoint.ts'
import {
  ById,
  Email,
  EnteredPassword,
  GroupName,
  Id,
  lineText,
  mayBeAbsent,
  NewPassword,
  OwnUrl,
  PersonName,
  ReplacingPassword,
  text,
  Username,
} from './lib/fields.ts'
import { Role } from './lib/roles.ts'

export const groupConsentKind = 'ethnic-group'
/** The consent that a member gives when choosing an ethnic group. It is stored verbatim, with the time. */
export const groupConsentWording =
  'I agree that Rootsquare keeps my ethnic group, which is sensitive personal data, to show me my community. I can hide it or close my account at any time.'

export const closureGraceDays = 30

export const NewMember = z.object({
  cipherCode: NewPassword,
  emailAddress: Email,
  firstName: PersonName,
  lastName: PersonName,
  username: Username,
  validationUrl: OwnUrl,
  groupId: Id,
  proposedGroup: mayBeAbsent(GroupName).meta({
    description: 'The people of the member, only with the group `Another people`.',
  }),
  consent: mayBeAbsent(z.boolean()),
})
export type NewMember = z.output<typeof NewMember>

export const Login = z.object({ username: lineText(254), userSecret: EnteredPassword })
export type Login = z.output<typeof Login>

export const Session = z.object({
  access_token: z.string(),
  user_id: Id,
  roles: z.array(Role),
  expires_in: z.int().meta({ description: 'Seconds until the token expires.' }),
})
export type Session = z.output<typeof Session>

export const ResetPassword = z
  .object({ cipher: ReplacingPassword, confirmCipher: EnteredPassword, resetCode: text(200) })
  .refine((body) => body.cipher === body.confirmCipher, {
    path: ['confirmCipher'],
    error: 'Passwords must match.',
  })

export const ChangePassword = z
  .object({ oldCipher: EnteredPassword, newCipher: ReplacingPassword, confirmNewCipher: EnteredPassword })
  .refine((body) => body.newCipher === body.confirmNewCipher, {
    path: ['confirmNewCipher'],
    error: 'New password must match with confirm new password.',
  })

export const Closure = z.object({
  preClosed: z.boolean(),
  gracePeriod: z
    .int()
    .meta({ description: 'Days left. 30 directly after the request, 0 if no closure is pending.' }),
})
export type Closure = z.output<typeof Closure>

const noPassword = 'Password is required'
const Password = z.object({ password: z.string(noPassword).min(1, noPassword).max(128) })

const NewAccount = z.object({ id: Id, username: z.string(), emailAddress: z.string() })

export const signUp = endpoint({
  method: 'POST',
  path: '/create/user',
  access: 'public',
  isCountedApart: true,
  summary: 'Create an account. Sends an e-mail with a link to verify the address',
  limits: ['signUp'],
  body: NewMember,
  reply: NewAccount,
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/signup/email/verify',
  access: 'public',
  isCountedApart: true,
  summary: 'Verify an e-mail address with the code from the e-mail',
  body: z.object({ verificationCode: text(200) }),
  reply: z.object({ verified: z.literal(true) }),
  message: 'Email verification successful',
})

export const resendVerification = endpoint({
  method: 'POST',
  path: '/signup/email/resend',
  access: 'public',
  isCountedApart: true,
  summary: 'Send the verification e-mail again. The response is the same for unknown addresses',
  body: z.object({ emailAddress: Email }),
  reply: Nothing,
  message: 'Please check your email',
})

export const changeSignUpEmail = endpoint({
  method: 'POST',
  path: '/signup/email/change',
  access: 'public',
  isCountedApart: true,
  summary: 'Correct the e-mail address of an account that is not verified yet. Sends the e-mail there',
  body: z.object({ ...Login.shape, emailAddress: Email, validationUrl: OwnUrl }),
  reply: NewAccount,
  message: 'Please check your email',
})

export const login = endpoint({
  method: 'POST',
  path: '/login',
  access: 'public',
  isCountedApart: true,
  summary: 'Log in with a username or an e-mail address',
  body: Login,
  reply: Session,
})

export const logout = endpoint({
  ...postByMember,
  path: '/logout',
  summary: 'End the current session',
  reply: Nothing,
})

export const renewToken = endpoint({
  ...postByMember,
  path: '/token/renew',
  summary: 'Renew the access token. The old one stops working',
  reply: Session,
})

export const requestReset = endpoint({
  method: 'POST',
  path: '/password/reset',
  access: 'public',
  isCountedApart: true,
  summary: 'Send an e-mail with a link to set a new password',
  body: z.object({ email: Email, resetUrl: OwnUrl }),
  reply: Nothing,
  message: 'Please check your email',
})

export const resetPassword = endpoint({
  method: 'PUT',
  path: '/password/reset',
  access: 'public',
  isCountedApart: true,
  summary: 'Set a new password with the code from the e-mail. Ends all sessions of the member',
  body: ResetPassword,
  reply: Nothing,
  message: 'Password updated successfully',
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/password/change',
  access: 'member',
  summary: 'Change the password. All earlier tokens stop working, and the response has a new one',
  limits: ['password'],
  body: ChangePassword,
  reply: Session,
  message: 'Password updated successfully',
})

export const closeAccount = endpoint({
  method: 'PUT',
  path: '/user/close-account',
  access: 'member',
  summary: 'Request to close the account. It is erased after 30 days',
  limits: ['password'],
  body: Password,
  reply: Closure,
  message: 'Account closure request submitted. You can cancel it within 30 days.',
})

export const cancelClosure = endpoint({
  method: 'PUT',
  path: '/user/cancel-account-closure',
  access: 'member',
  summary: 'Cancel the account closure',
  limits: ['password'],
  body: Password,
  reply: Closure,
  message: 'Account closure cancelled. Your account remains active.',
})

export const getClosure = endpoint({
  ...getByMember,
  path: '/user/user-status/:id',
  summary: 'Get whether an account closure is pending and the days left. Only the member and admins',
  params: ById,
  reply: Closure,
})

export const exportMember = endpoint({
  ...getByMember,
  path: '/user/export',
  summary: 'Export all data stored about the caller as JSON',
  limits: ['export'],
  reply: z.record(z.string(), z.unknown()),
  download: 'rootsquare-my-data.json',
})
