const root = ['messages'] as const

export const messageKeys = {
  all: root,
  unread: () => [...root, 'unread'] as const,
  conversations: () => [...root, 'conversations'] as const,
  /** The other member; 0 for automated messages. */
  conversation: (userId: number) => [...root, 'conversation', userId] as const,
}
