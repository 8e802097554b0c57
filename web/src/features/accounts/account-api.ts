import {
  changeSignUpEmail,
  login,
  requestReset,
  resendVerification,
  resetPassword,
  signUp,
  verifyEmail,
} from '@rootsquare/contract/accounts'
import type { Login, NewMember } from '@rootsquare/contract/accounts'
import { failureTexts } from '@rootsquare/contract/lib/failure'
import { queryOptions } from '@tanstack/react-query'
import { call, CallError } from '#web/lib/net/call.ts'
import { startSession } from '#web/lib/session/session.ts'
import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'
import { publicAddress } from '#web/lib/net/public-address.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'

export function useSignIn() {
  return useServerMutation({
    mutationFn: async ({ signal, ...body }: Login & { signal: AbortSignal }) => {
      const { data, message } = await call(login, { body, signal })
      if (!data?.access_token) throw new CallError(200, { error: [message || failureTexts.tokenMissing] })
      return data.access_token
    },
    onSuccess: startSession,
  })
}

export function useResendVerification() {
  return useServerMutation({
    mutationFn: async (emailAddress: string) =>
      (await call(resendVerification, { body: { emailAddress } })).message,
  })
}

export function useChangeSignUpEmail() {
  return useServerMutation({
    mutationFn: (body: Login & { emailAddress: string }) =>
      call(changeSignUpEmail, { body: { ...body, validationUrl: publicAddress('/mail-validate') } }),
  })
}

export function useSignUp() {
  return useServerMutation({
    mutationFn: async (body: NewMember) => (await call(signUp, { body })).data,
  })
}

export function useRequestReset() {
  return useServerMutation({
    mutationFn: async (email: string) =>
      (await call(requestReset, { body: { email, resetUrl: publicAddress('/update-password') } })).message,
  })
}

export function useResetPassword() {
  return useServerMutation({
    mutationFn: async (body: { cipher: string; confirmCipher: string; resetCode: string }) =>
      (await call(resetPassword, { body })).message,
  })
}

const verifiedKey = 'rootsquare.verified'

/**
 * Verifies a code, which works only once. So it is sent once: neither a second effect, a reload nor an automatic retry
 * may turn a success into a failure. The call is never aborted.
 */
export function verificationOf(code: string) {
  return queryOptions({
    queryKey: ['verification', code] as const,
    queryFn: async () => {
      const area = () => window.sessionStorage
      if (readStored(area, verifiedKey) === code) return true
      const { data } = await call(verifyEmail, { body: { verificationCode: code } })
      writeStored(area, verifiedKey, code)
      return data.verified
    },
    retry: false,
    retryOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    gcTime: Infinity,
  })
}
