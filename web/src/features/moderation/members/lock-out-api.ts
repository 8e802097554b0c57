import { banUser, suspendUser, unsuspendUser, type suspensionDays } from '@rootsquare/contract/moderation'
import { useQueryClient } from '@tanstack/react-query'
import { removeAuthor } from '#web/entities/posts/blocked-author.ts'
import { postKeys } from '#web/entities/posts/post-keys.ts'
import { moderationKeys, reloadModeration } from '#web/features/moderation/moderation-api.ts'
import { markReportsAddressed } from '#web/features/moderation/reports/reports-api.ts'
import { call } from '#web/lib/net/call.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'

export type SuspensionDays = (typeof suspensionDays)[number]

/** Props of the three dialogs. `onDone` is called after the dialog has closed and returned the focus. */
export type LockOutProps = {
  member: { userId: number; username: string; suspendedUntil?: string | null }
  onDone?: () => void
  onClose: () => void
}

/** A reloaded feed would move under its reader, and moderation reloads its own lists. */
const notReloaded: unknown[] = [postKeys.all[0], moderationKeys.all[0]]

export function useSuspend(userId: number, days: SuspensionDays) {
  return useServerMutation({
    mutationFn: (reason: string) =>
      call(suspendUser, { query: { userId, days, reasonForSuspension: reason } }),
    ...useCacheUpdate(userId, 'suspended'),
  })
}

export function useUnsuspend(userId: number) {
  return useServerMutation({
    mutationFn: (reason: string) => call(unsuspendUser, { query: { userId, reasonForUnSuspending: reason } }),
    ...useCacheUpdate(userId, 'active'),
  })
}

export function useBan(userId: number) {
  return useServerMutation({
    mutationFn: (reason: string) => call(banUser, { query: { userId, reasonForBan: reason } }),
    ...useCacheUpdate(userId, 'banned'),
  })
}

function useCacheUpdate(userId: number, status: 'suspended' | 'active' | 'banned') {
  const queryClient = useQueryClient()
  return {
    onSuccess: () => {
      if (status !== 'active') markReportsAddressed(queryClient, userId, status === 'banned')
      if (status === 'banned') removeAuthor(queryClient, userId)
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !notReloaded.includes(queryKey[0]) })
    },
    // A rejection also means that a list is out of date.
    onSettled: () => reloadModeration(queryClient),
  }
}
