const root = ['messages'] as const

export const messageKeys = {
  all: root,
  unread: () => [...root, 'unread'] as const,
  threads: () => [...root, 'threads'] as const,
  /** The other member; 0 for automated messages. */
  thread: (userId: number) => [...root, 'thread', userId] as const,
}
