/**
 * The time for which a member reads from the primary after a write. It is longer than the lag of a replica, the longest write
 * that is not recorded again at its end, and the age of a shared response together: 5, 1 and 1 seconds.
 */
export const recentMilliseconds = 15_000

/** Remembers which members have just written, for all nodes. */
export type RecentWrites = {
  /** Never rejects. */
  add(memberId: number): Promise<void>
  /** Returns true also if it is unknown. */
  has(memberId: number): Promise<boolean>
  close(): Promise<void>
}
