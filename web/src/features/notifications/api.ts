import {
  getNotificationSettings,
  listNotifications,
  readNotifications,
  updateNotificationSettings,
  type NotificationKind,
  type NotificationPage,
  type NotificationSettings,
  type SettingKind,
} from '@rootsquare/contract/notifications'
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import { setRead, unreadIds } from '#web/entities/notifications/notification-cache.ts'
import { notificationKeys, type NotificationFilter } from '#web/entities/notifications/notification-count.ts'
import { lastOf } from '#web/lib/browser/lists.ts'
import { call } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { useMemberMutation } from '#web/lib/net/use-member-mutation.ts'
import { whileSignedIn } from '#web/lib/net/while-signed-in.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

const pageSize = 20
/** The maximum that the server sends at once. */
const maxAtOnce = 100
const firstCursor: string | null = null

const kindsOf: Record<NotificationFilter, NotificationKind[]> = {
  all: [],
  mentions: ['MENTION', 'REPLY'],
  orders: ['ORDER', 'REVIEW', 'DISPUTE', 'PAYOUT'],
}

type PageRequest = { filter: NotificationFilter; size: number; cursor?: string; signal: AbortSignal }

async function fetchPage({ filter, size, cursor, signal }: PageRequest): Promise<NotificationPage> {
  const kinds = kindsOf[filter].join(',')
  const query = { size, ...(kinds !== '' && { kinds }), ...(cursor !== undefined && { cursor }) }
  return (await call(listNotifications, { query, signal })).data
}

/** Returns the query of the shown rows. It never reloads by itself, since that would move rows under the reader. */
export function shownNotifications(filter: NotificationFilter) {
  return infiniteQueryOptions({
    queryKey: notificationKeys.list(filter),
    queryFn: ({ pageParam, signal }) =>
      fetchPage({ filter, size: pageSize, signal, ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: Infinity,
  })
}

/** Loads as many rows as are shown, so that each is updated if it was read elsewhere. */
export function newestNotifications(filter: NotificationFilter, shownCount: number) {
  const size = Math.min(maxAtOnce, Math.max(pageSize, shownCount))
  return queryOptions({
    queryKey: notificationKeys.newest(filter),
    queryFn: ({ signal }) => fetchPage({ filter, size, signal }),
  })
}

/** Marks notifications as read: those with the given ids, or all. It shows this at once and undoes it on failure. */
export function useReadNotifications() {
  const queryClient = useQueryClient()
  const key = notificationKeys.unread()
  const updateCount = () => queryClient.getQueryState(key)?.dataUpdateCount
  return useMutation({
    mutationFn: async (ids?: number[]) =>
      (await call(readNotifications, { body: ids ? { ids } : null })).data.count,
    onMutate: (ids) => {
      const countBefore = queryClient.getQueryData<number>(key) ?? 0
      const changed = unreadIds(queryClient).filter((id) => ids === undefined || ids.includes(id))
      setRead(queryClient, changed, true)
      queryClient.setQueryData<number>(key, ids ? Math.max(0, countBefore - changed.length) : 0)
      return { changed, countBefore, updates: updateCount(), isHere: whileSignedIn() }
    },
    onSuccess: (count, _, { changed, updates, isHere }) => {
      if (!isHere()) return
      setRead(queryClient, changed, true)
      // A count that the stream has delivered in the meantime is newer than this one.
      if (updates === updateCount()) queryClient.setQueryData<number>(key, count)
    },
    onError: (failure, ids, context) => {
      if (!context?.isHere()) return
      setRead(queryClient, context.changed, false)
      if (context.updates === updateCount()) queryClient.setQueryData<number>(key, context.countBefore)
      // Opening a row shows another page, where the error would only confuse. The button has no other effect.
      if (ids === undefined) showSnackbar('error', errorText(failure))
    },
  })
}

export function notificationSettings() {
  return queryOptions({
    queryKey: notificationKeys.settings(),
    queryFn: async ({ signal }) => (await call(getNotificationSettings, { signal })).data,
  })
}

export type Channel = keyof NotificationSettings['kinds'][NotificationKind]
type SwitchName = { kind: SettingKind; channel: Channel }

/**
 * Returns whether a switch is on: as the member last tapped it, or else as the server has confirmed it. A rejected change is
 * no longer pending, so that there is nothing to undo.
 */
export function useSwitch({ kind, channel }: SwitchName, { kinds }: NotificationSettings) {
  const confirmed: Partial<Record<Channel, boolean>> = kinds[kind]
  const queryClient = useQueryClient()
  const { queryKey } = notificationSettings()
  const mutationKey = [...queryKey, kind, channel]
  const wanted = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables === true,
  })
  const { mutate } = useMemberMutation({
    mutationKey,
    // Changes of all switches are sent one after the other, so that the last reply contains all of them.
    scope: { id: 'notification-switches' },
    mutationFn: async (isOn: boolean) =>
      (await call(updateNotificationSettings, { body: { kinds: { [kind]: { [channel]: isOn } } } })).data,
    onSuccess: async (settings) => {
      // A reply that is still loading may be older than this change.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, settings)
    },
    onError: (failure) => showSnackbar('error', errorText(failure)),
  })
  return { isOn: lastOf(wanted) ?? confirmed[channel] ?? false, change: mutate }
}
