import * as profiles from '@rootsquare/contract/profiles'
import * as api from '@rootsquare/contract/accounts'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'
import { cancelClosure, closeAccount, getClosure } from '#api/features/accounts/closure/closure.ts'
import { exportMember } from '#api/features/accounts/closure/export.ts'
import { login } from '#api/features/accounts/sessions/login.ts'
import { changePassword, requestReset, resetPassword } from '#api/features/accounts/password/password.ts'
import { getProfile, getProfileByUsername, updateProfile } from './profile.ts'
import { searchMembers } from '#api/domain/search/member-search.ts'
import { logout, renewToken } from '#api/features/accounts/sessions/sessions.ts'
import { changeSignUpEmail } from '#api/features/accounts/sign-up/change-email.ts'
import { signUp } from '#api/features/accounts/sign-up/sign-up.ts'
import { resendVerification, verifyEmail } from '#api/features/accounts/sign-up/verification.ts'

export function accountRoutes(app: RouteContext): void {
  serve(app, api.signUp, ({ deps, body, address }) => signUp(deps, body, address))
  serve(app, api.verifyEmail, ({ deps, body, address }) => verifyEmail(deps, body.verificationCode, address))
  serve(app, api.resendVerification, ({ deps, body, address }) =>
    resendVerification(deps, body.emailAddress, address),
  )
  serve(app, api.changeSignUpEmail, ({ deps, body, address }) => changeSignUpEmail(deps, body, address))
  serve(app, api.login, { shed: 'last' }, ({ deps, body, address }) => login(deps, body, address))
  serve(app, api.logout, ({ deps, viewer }) => logout(deps, viewer))
  serve(app, api.renewToken, { shed: 'last' }, ({ deps, viewer }) => renewToken(deps, viewer))
  serve(app, api.requestReset, ({ deps, body, address }) => requestReset(deps, body, address))
  serve(app, api.resetPassword, ({ deps, body, address }) => resetPassword(deps, body, address))
  serve(app, api.changePassword, ({ deps, viewer, body }) => changePassword(deps, viewer, body))
  serve(app, api.closeAccount, ({ deps, viewer, body }) => closeAccount(deps, viewer, body.password))
  serve(app, api.cancelClosure, ({ deps, viewer, body }) => cancelClosure(deps, viewer, body.password))
  serve(app, api.getClosure, ({ deps, viewer, params }) => getClosure(deps, viewer, params.id))
  serve(app, profiles.searchMembers, { mayLag: true }, ({ db, viewer, query }) =>
    searchMembers(db, viewer, query),
  )
  serve(app, api.exportMember, ({ db, viewer }) => exportMember(db, viewer))
  serve(app, profiles.getProfileByUsername, { mayLag: true }, ({ deps, viewer, params }) =>
    getProfileByUsername(deps, viewer, params.username),
  )
  serve(app, profiles.updateProfile, ({ deps, viewer, params, body }) =>
    updateProfile(deps, viewer, params.id, body),
  )
  serve(app, profiles.getProfile, { mayLag: 'others' }, ({ deps, viewer, params }) =>
    getProfile(deps, viewer, params.id),
  )
}
