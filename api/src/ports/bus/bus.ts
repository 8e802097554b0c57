/** An event that is already stored, with the new unread count if it changed. */
export type KnownEvent = { memberId: number; number: number; text: string; senders?: number }

/** A post that some home feeds have now, or have no more. */
export type FeedChange = { kind: 'new' | 'deleted'; postId: number; authorId: number; groupId: number | null }
/** What changed on a post: its counts, or one of its comments and with it the counts. */
export type PostChange =
  | FeedChange
  | { kind: 'counts'; postId: number }
  | { kind: 'comment'; postId: number; commentId: number; isDeleted: boolean }

/** Between two members, and never stored: one types, asks whether the other is online, or is found to be. */
export type MemberSignal = { kind: 'typing' | 'asked' | 'online'; fromId: number; toId: number }

/** Wakes all nodes for these members. It carries ids only; the content is in the database. */
export type Bus = {
  /** Never fails and is not awaited. A node that misses it finds the change at its next poll. */
  wake(memberIds: number[]): void
  /**
   * The same for new events only, when no session or permission has changed. This node's streams get the known events
   * without a query; they are not sent to other nodes.
   */
  news(memberIds: number[], known?: KnownEvent[]): void
  /** The same where the notifications of these members look different: open pages are told even where the unread count stays. */
  notificationsChanged(memberIds: number[]): void
  subscribe(listen: Listen): () => void
  /** The same for pages that show a post. A node that misses it says nothing; its pages load again when they come back. */
  postChanged(change: PostChange): void
  onPostChange(listen: (change: PostChange) => void): () => void
  /** A node that misses it says nothing. */
  signal(signal: MemberSignal): void
  onSignal(listen: (signal: MemberSignal) => void): () => void
  close(): Promise<void>
}

export type Listen = (memberIds: number[], change: Change) => void
/** Without `isNews` a session, role or block may have changed. */
type Change = { isNews: boolean; hasNotifications: boolean; known: KnownEvent[] }
