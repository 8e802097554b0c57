import { getProfile, login, resendVerification } from '@rootsquare/contract/accounts'
import type { Login } from '@rootsquare/contract/accounts'
import { words } from '@rootsquare/contract/failure'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, CallFailure } from '#web/lib/call.ts'
import { startSession } from '#web/lib/session.ts'

export const accountKeys = {
  profile: (id: number) => ['profile', id] as const,
}

export function profileOf(id: number) {
  return queryOptions({
    queryKey: accountKeys.profile(id),
    queryFn: async ({ signal }) => (await call(getProfile, { params: { id }, signal })).data,
  })
}

export function useSignIn() {
  return useMutation({
    mutationFn: async (body: Login) => {
      const { data, message } = await call(login, { body })
      if (!data?.access_token) throw new CallFailure(200, { error: [message || words.tokenMissing] })
      startSession(data.access_token)
    },
  })
}

export function useResendVerification() {
  return useMutation({
    mutationFn: async (emailAddress: string) =>
      (await call(resendVerification, { body: { emailAddress } })).message,
  })
}
