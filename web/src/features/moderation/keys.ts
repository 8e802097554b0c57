/** Every list of moderation lies under `all`: a deed in one changes what the others show. */
export const moderationKeys = {
  all: ['moderation'] as const,
  reports: ['moderation', 'reports'] as const,
}
