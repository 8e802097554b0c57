import { banUser, suspendUser } from '@rootsquare/contract/moderation'
import type { suspensionDays } from '@rootsquare/contract/moderation'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { addressReportsOn, loadModeration } from '#web/features/moderation/reports-api.ts'
import { call } from '#web/lib/call.ts'
import { whileHere } from '#web/lib/while-here.ts'

export type LockedOut = { userId: number; username: string }
export type Days = (typeof suspensionDays)[number]

/** What the two dialogs are given. `onDone` comes when the dialog has gone and the focus is back where it was opened. */
export type LockOutProps = { user: LockedOut; onDone: () => void; onClose: () => void }

export function useSuspend(userId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ days, reason }: { days: Days; reason: string }) =>
      call(suspendUser, { query: { userId, days, reasonForSuspension: reason } }),
    ...after(queryClient, userId),
  })
}

export function useBan(userId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => call(banUser, { query: { userId, reasonForBan: reason } }),
    ...after(queryClient, userId),
  })
}

function after(queryClient: QueryClient, userId: number) {
  return {
    onMutate: whileHere,
    onSuccess: (_answer: unknown, _given: unknown, isHere: () => boolean) => {
      if (isHere()) addressReportsOn(queryClient, userId)
    },
    // Also after a refusal, which says that a list is no longer what it was.
    onSettled: (_answer: unknown, _failure: unknown, _given: unknown, isHere?: () => boolean) => {
      if (isHere?.()) loadModeration(queryClient)
    },
  }
}
