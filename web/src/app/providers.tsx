import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { currentQueryClient } from '#web/lib/net/query-client.ts'
import { onSessionChange } from '#web/lib/session/session.ts'

export function Providers({ router }: { router: AnyRouter }) {
  const queryClient = useSyncExternalStore(onSessionChange, currentQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
