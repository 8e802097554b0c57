import type { QueryClient } from '@tanstack/react-query'
import { confirmPush } from '#web/features/notifications/push/push-subscription.ts'
import { configuration } from '#web/lib/net/configuration.ts'

/** Renews the subscription. This module is loaded at the start of the app if pushes are on. */
export async function renewPush(queryClient: QueryClient, memberId: number): Promise<void> {
  const { push } = await queryClient.fetchQuery(configuration())
  await confirmPush(memberId, push?.publicKey)
}
