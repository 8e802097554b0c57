/** An event that is already stored, with the new unread count if it changed. */
export type KnownEvent = { memberId: number; number: number; text: string; senders?: number }

/** A post that was added to some home feeds or removed from them. */
export type FeedChange = { kind: 'new' | 'deleted'; postId: number; authorId: number; groupId: number | null }
/** Tells what changed on a post: its counts, or one of its comments together with the counts. */
export type PostChange =
  | FeedChange
  | { kind: 'counts'; postId: number }
  | { kind: 'comment'; postId: number; commentId: number; isDeleted: boolean }

/** A signal between two members that is never stored: one is typing, asks whether the other is online, or is online. */
export type MemberSignal = { kind: 'typing' | 'asked' | 'online'; fromId: number; toId: number }

/** Wakes all nodes for these members. It carries ids only; the content is in the database. */
export type Bus = {
  /** Never fails and is not awaited. A node that misses it finds the change at its next poll. */
  wake(memberIds: number[]): void
  /**
   * Announces new events only, when no session or permission has changed. This node's streams get the known events without a
   * query; they are not sent to other nodes.
   */
  news(memberIds: number[], known?: KnownEvent[]): void
  /**
   * Announces that notifications of these members look different. Open pages are notified even if the unread count is the
   * same.
   */
  notificationsChanged(memberIds: number[]): void
  subscribe(listen: Listen): () => void
  /** Announces a change to pages that show a post. If a node misses it, its pages load the change when they reconnect. */
  postChanged(change: PostChange): void
  onPostChange(listen: (change: PostChange) => void): () => void
  /** Sends a signal. If a node misses it, its members do not get the signal. */
  signal(signal: MemberSignal): void
  onSignal(listen: (signal: MemberSignal) => void): () => void
  /** The time in which other nodes answer a signal. 0 if there are none: this node answers at once. */
  answerMs: number
  close(): Promise<void>
}

export type Listen = (memberIds: number[], change: Change) => void
/** Sums up what changed for a member. Without `isNews` a session, role or block may have changed. */
type Change = { isNews: boolean; hasNotifications: boolean; known: KnownEvent[] }
