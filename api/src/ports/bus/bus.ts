/** An event that is already stored, with the new unread count if it changed. */
export type KnownEvent = { memberId: number; number: number; text: string; senders?: number }

/** Wakes all nodes for these members. It carries ids only; the content is in the database. */
export type Bus = {
  /** Never fails and is not awaited. A node that misses it finds the change at its next poll. */
  wake(memberIds: number[]): void
  /**
   * The same for new events only, when no session or permission has changed. This node's streams get the known events
   * without a query; they are not sent to other nodes.
   */
  news(memberIds: number[], known?: KnownEvent[]): void
  subscribe(listen: Listen): () => void
  close(): Promise<void>
}

export type Listen = (memberIds: number[], change: Change) => void
/** Without `isNews` a session, role or block may have changed. */
type Change = { isNews: boolean; known: KnownEvent[] }
