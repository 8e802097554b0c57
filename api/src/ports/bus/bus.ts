/** An event that is in the database already, as its member's open pages are told of it, and their badge where it may move. */
export type Known = { memberId: number; number: number; text: string; senders?: number }

/** Carries word between nodes that something is waiting for these members. Only word: what it is lies in the database. */
export type Bus = {
  /** Never fails and is not waited for: whoever misses it finds out at the next look into the database. */
  wake(memberIds: number[]): void
  /**
   * The same, where only something is waiting for them and nothing has changed in who they are or what they may. What this
   * node knows already spares its own streams the look; it does not travel.
   */
  news(memberIds: number[], known?: Known[]): void
  hear(listen: Listen): () => void
  close(): Promise<void>
}

export type Listen = (memberIds: number[], word: Word) => void
/** Without `isNews` there may be anything behind it. */
type Word = { isNews: boolean; known: Known[] }
