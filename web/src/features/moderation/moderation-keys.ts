import type { QueryClient } from '@tanstack/react-query'

/** Every list of moderation lies under `all`: a deed in one changes what the others show. */
export const moderationKeys = {
  all: ['moderation'] as const,
  reports: ['moderation', 'reports'] as const,
}

export function loadModeration(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: moderationKeys.all })
}
