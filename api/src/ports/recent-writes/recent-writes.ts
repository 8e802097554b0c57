/**
 * For how long a member reads from the primary after a write. Longer than a replica may lag, the longest write that is not
 * recorded again at its end, and the age of a shared response together: 5, 1 and 1 seconds.
 */
export const recentMilliseconds = 15_000

/** The members who have just written, known to all nodes. */
export type RecentWrites = {
  /** Never rejects. */
  add(memberId: number): Promise<void>
  /** True as well where nobody can say. */
  has(memberId: number): Promise<boolean>
  close(): Promise<void>
}
