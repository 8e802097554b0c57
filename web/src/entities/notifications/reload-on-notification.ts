import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { unreadNotifications } from '#web/entities/notifications/notification-count.ts'

/** Reloads with each new notification what no other event announces. The keys must stay the same array. */
export function useReloadOnNotification(queryKeys: readonly QueryKey[]): void {
  const queryClient = useQueryClient()
  const { dataUpdatedAt } = useQuery(unreadNotifications())
  const shownAt = useRef(dataUpdatedAt)
  useEffect(() => {
    if (shownAt.current === dataUpdatedAt) return
    shownAt.current = dataUpdatedAt
    for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey })
  }, [dataUpdatedAt, queryClient, queryKeys])
}
