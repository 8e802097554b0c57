const root = ['cart'] as const

export const cartKeys = {
  all: root,
  lines: [...root, 'lines'] as const,
  quote: [...root, 'quote'] as const,
  change: [...root, 'change'] as const,
  count: (itemId: number) => [...root, 'change', itemId] as const,
  restore: [...root, 'restore'] as const,
}
