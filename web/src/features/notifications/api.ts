import {
  getNotificationSettings,
  listNotifications,
  readNotifications,
  updateNotificationSettings,
  type NotificationKind,
  type NotificationPage,
  type NotificationSettings,
} from '@rootsquare/contract/notifications'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { setRead, unreadIds } from '#web/entities/notifications/notification-cache.ts'
import { notificationKeys, type NotificationFilter } from '#web/entities/notifications/notification-count.ts'
import { call } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
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
type SwitchChange = { kind: NotificationKind; channel: Channel; isOn: boolean }

/** Shows a change at once. After the last of several changes, it shows what the server has confirmed. */
export function useChangeSwitch() {
  const queryClient = useQueryClient()
  const key = notificationKeys.settings()
  const mutationKey = ['change-notification-switch']
  const confirmed = useRef<NotificationSettings>(undefined)
  const isOnlyChange = () => queryClient.isMutating({ mutationKey }) === 1
  return useMutation({
    mutationKey,
    // Changes are sent one after the other, so that the last one wins.
    scope: { id: 'notification-switches' },
    mutationFn: async ({ kind, channel, isOn }: SwitchChange) =>
      (await call(updateNotificationSettings, { body: { kinds: { [kind]: { [channel]: isOn } } } })).data,
    onMutate: async (change) => {
      if (isOnlyChange()) confirmed.current = queryClient.getQueryData<NotificationSettings>(key)
      await queryClient.cancelQueries({ queryKey: key })
      queryClient.setQueryData<NotificationSettings>(key, (settings) => settings && changed(settings, change))
    },
    onSuccess: (settings) => {
      confirmed.current = settings
    },
    onError: (failure) => void showSnackbar('error', errorText(failure)),
    onSettled: () => {
      if (isOnlyChange()) queryClient.setQueryData<NotificationSettings>(key, confirmed.current)
    },
  })
}

function changed(
  { kinds }: NotificationSettings,
  { kind, channel, isOn }: SwitchChange,
): NotificationSettings {
  return { kinds: { ...kinds, [kind]: { ...kinds[kind], [channel]: isOn } } }
}
