import { banUser, suspendUser, unsuspendUser } from '@rootsquare/contract/moderation'
import type { suspensionDays } from '@rootsquare/contract/moderation'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { loadModeration } from '#web/features/moderation/moderation-keys.ts'
import { addressReportsOn } from '#web/features/moderation/reports/reports-api.ts'
import { call } from '#web/lib/net/call.ts'
import { whileSignedIn } from '#web/lib/net/still-signed-in.ts'

export type Days = (typeof suspensionDays)[number]

type Standing = 'suspended' | 'back' | 'banned'
/** What it changes outside of moderation is known to the page. Also comes when the dialog has been closed meanwhile. */
export type OnStanding = (userId: number, standing: Standing) => void

/** What the dialogs are given. `onDone` comes when the dialog has gone and the focus is back where it was opened. */
export type LockOutProps = {
  user: { userId: number; username: string; suspendedUntil?: string | null }
  onStanding: OnStanding
  onDone?: () => void
  onClose: () => void
}

type Asked = Pick<LockOutProps, 'user' | 'onStanding'>

export function useSuspend(asked: Asked, days: Days) {
  const { userId } = asked.user
  return useMutation({
    mutationFn: (reason: string) =>
      call(suspendUser, { query: { userId, days, reasonForSuspension: reason } }),
    ...useAfter(asked, 'suspended'),
  })
}

export function useUnsuspend(asked: Asked) {
  const { userId } = asked.user
  return useMutation({
    mutationFn: (reason: string) => call(unsuspendUser, { query: { userId, reasonForUnSuspending: reason } }),
    ...useAfter(asked, 'back'),
  })
}

export function useBan(asked: Asked) {
  const { userId } = asked.user
  return useMutation({
    mutationFn: (reason: string) => call(banUser, { query: { userId, reasonForBan: reason } }),
    ...useAfter(asked, 'banned'),
  })
}

function useAfter({ user: { userId }, onStanding }: Asked, standing: Standing) {
  const queryClient = useQueryClient()
  return {
    onMutate: whileSignedIn,
    onSuccess: (_answer: unknown, _reason: string, isHere: () => boolean) => {
      if (!isHere()) return
      if (standing !== 'back') addressReportsOn(queryClient, userId, standing === 'banned')
      onStanding(userId, standing)
    },
    // Also after a refusal, which says that a list is no longer what it was.
    onSettled: (_answer: unknown, _failure: Error | null, _reason: string, isHere?: () => boolean) => {
      if (isHere?.()) loadModeration(queryClient)
    },
  }
}
