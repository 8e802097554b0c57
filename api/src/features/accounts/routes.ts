import * as api from '@rootsquare/contract/accounts'
import { serve } from '#api/http/serve.ts'
import type { House } from '#api/http/serve.ts'
import { cancelClosure, closeAccount, getClosure } from './closure.ts'
import { exportMember } from './export.ts'
import { login } from './login.ts'
import { changePassword, requestReset, resetPassword } from './password.ts'
import { getProfile, getProfileByUsername, updateProfile } from './profile.ts'
import { searchMembers } from './search.ts'
import { logout, renewToken } from './sessions.ts'
import { signUp } from './sign-up.ts'
import { resendVerification, verifyEmail } from './verification.ts'

export function accountRoutes(house: House): void {
  serve(house, api.signUp, ({ deps, body }) => signUp(deps, body))
  serve(house, api.verifyEmail, ({ deps, body, address }) =>
    verifyEmail(deps, body.verificationCode, address),
  )
  serve(house, api.resendVerification, ({ deps, body }) => resendVerification(deps, body.emailAddress))
  serve(house, api.login, ({ deps, body, address }) => login(deps, body, address))
  serve(house, api.logout, ({ deps, viewer }) => logout(deps, viewer))
  serve(house, api.renewToken, ({ deps, viewer }) => renewToken(deps, viewer))
  serve(house, api.requestReset, ({ deps, body }) => requestReset(deps, body))
  serve(house, api.resetPassword, ({ deps, body, address }) => resetPassword(deps, body, address))
  serve(house, api.changePassword, ({ deps, viewer, body }) => changePassword(deps, viewer, body))
  serve(house, api.closeAccount, ({ deps, viewer, body }) => closeAccount(deps, viewer, body.password))
  serve(house, api.cancelClosure, ({ deps, viewer, body }) => cancelClosure(deps, viewer, body.password))
  serve(house, api.getClosure, ({ deps, viewer, params }) => getClosure(deps, viewer, params.id))
  serve(house, api.searchMembers, ({ db, viewer, query }) => searchMembers(db, viewer, query))
  serve(house, api.exportMember, ({ db, viewer }) => exportMember(db, viewer))
  serve(house, api.getProfileByUsername, ({ deps, viewer, params }) =>
    getProfileByUsername(deps, viewer, params.username),
  )
  serve(house, api.updateProfile, ({ deps, viewer, params, body }) =>
    updateProfile(deps, viewer, params.id, body),
  )
  serve(house, api.getProfile, ({ deps, viewer, params }) => getProfile(deps, viewer, params.id))
}
