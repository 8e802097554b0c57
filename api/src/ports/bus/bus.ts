/** Carries word between nodes that something is waiting for these members. Only word: what it is lies in the database. */
export type Bus = {
  /** Never fails and is not waited for: whoever misses it finds out at the next look into the database. */
  wake(memberIds: number[]): void
  hear(listen: (memberIds: number[]) => void): () => void
  close(): Promise<void>
}
