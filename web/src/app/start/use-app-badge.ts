import { useEffect } from 'react'
import { useInboxUnread, useNotificationCount } from '#web/app/shell/link-counts.ts'

/** Shows what is unread on the icon of the installed app, where there is such a sign, until the member signs out. */
export function useAppBadge(): void {
  const { count: conversations } = useInboxUnread()
  const { count: notifications } = useNotificationCount()
  const unread = conversations + notifications
  useEffect(() => {
    // Browsers reject it for a page that is not installed.
    navigator.setAppBadge?.(unread).catch(() => {})
  }, [unread])
  useEffect(() => () => void navigator.clearAppBadge?.().catch(() => {}), [])
}
