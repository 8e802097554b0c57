import type { QueryClient } from '@tanstack/react-query'

/** All lists share one root, because an action in one changes what the others show. */
export const moderationKeys = {
  all: ['moderation'] as const,
  reports: ['moderation', 'reports'] as const,
}

export function reloadModeration(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: moderationKeys.all })
}
