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
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { markRead, unreadIds } from '#web/entities/notifications/notification-cache.ts'
import { notificationKeys, type NotificationFilter } from '#web/entities/notifications/notification-keys.ts'
import { type PendingRead } from '#web/entities/notifications/notification-count.ts'
import { call } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { storedCall } from '#web/lib/net/stored-call.ts'
import { usePendingValue, type ValueKind } from '#web/lib/net/use-pending-value.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
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
    meta: { saved: 'main' },
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

/** Marks notifications as read: those with the given ids, or all. */
export function useReadNotifications(): (ids: number[] | 'all') => void {
  const queryClient = useQueryClient()
  const key = notificationKeys.unread()
  const updateCount = () => queryClient.getQueryState(key)?.dataUpdateCount ?? 0
  const { mutate } = useServerMutation({
    mutationKey: notificationKeys.read(),
    scope: { id: 'read-notifications' },
    mutationFn: async ({ ids, isAll }: PendingRead) => {
      const updates = updateCount()
      const { count } = (await call(readNotifications, { body: isAll ? null : { ids } })).data
      return { count, updates }
    },
    onSuccess: ({ count, updates }, { ids }) => {
      markRead(queryClient, ids)
      // A count that the stream has delivered in the meantime is newer than this one.
      if (updates === updateCount()) queryClient.setQueryData<number>(key, count)
    },
    onError: (failure, { isAll }) => {
      // Opening a row shows another page, where the error would only confuse. The button has no other effect.
      if (isAll) showSnackbar('error', errorText(failure))
    },
  })
  return (ids) => {
    const isAll = ids === 'all'
    mutate({ ids: isAll ? unreadIds(queryClient) : ids, isAll, updates: updateCount() })
  }
}

export function notificationSettings() {
  return queryOptions({
    queryKey: notificationKeys.settings(),
    queryFn: async ({ signal }) => (await call(getNotificationSettings, { signal })).data,
  })
}

export type Channel = keyof NotificationSettings['kinds'][NotificationKind]
type SwitchName = { kind: SettingKind; channel: Channel }

export const notificationSwitch: ValueKind<
  readonly [kind: SettingKind, channel: Channel],
  boolean,
  NotificationSettings
> = {
  name: 'notification-switch',
  callOf: ([kind, channel], isOn) =>
    storedCall(updateNotificationSettings, { body: { kinds: { [kind]: { [channel]: isOn } } } }),
  async onSent(queryClient, { data }) {
    const { queryKey } = notificationSettings()
    // A reply that is still loading may be older than this change.
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, data)
  },
  onFailed: (_, __, failure) => void showSnackbar('error', errorText(failure)),
}

export function useSwitch({ kind, channel }: SwitchName, { kinds }: NotificationSettings) {
  const confirmed: Partial<Record<Channel, boolean>> = kinds[kind]
  return usePendingValue({
    kind: notificationSwitch,
    ids: [kind, channel],
    mutationKey: [...notificationSettings().queryKey, kind, channel],
    confirmed: confirmed[channel] ?? false,
    // Changes of all switches are sent one after the other, so that the last reply contains all of them.
    scope: 'notification-switches',
  })
}
