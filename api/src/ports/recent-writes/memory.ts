import { recentMilliseconds, type RecentWrites } from './recent-writes.ts'

/** Records the recent writes of a single node. */
export function memoryRecentWrites(recentMs = recentMilliseconds): RecentWrites {
  const writtenAt = new Map<number, number>()
  const isRecent = (at: number) => at + recentMs > performance.now()

  /** Removes old entries. They are in order of age, so the loop ends at the first that stays. */
  function removeOld(): void {
    for (const [memberId, at] of writtenAt) {
      if (isRecent(at)) break
      writtenAt.delete(memberId)
    }
  }

  return {
    async add(memberId) {
      removeOld()
      writtenAt.delete(memberId)
      writtenAt.set(memberId, performance.now())
    },
    has: async (memberId) => isRecent(writtenAt.get(memberId) ?? -Infinity),
    close: async () => {},
  }
}
