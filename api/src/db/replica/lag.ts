const maxSamples = 60

/**
 * Measures lag as time: how long ago the primary was where the replica is now. While nothing is written both are at the
 * same position, so an idle primary does not look like lag.
 */
export function followLag() {
  let samples: { at: number; bytes: number }[] = []
  let caughtUpAt = -Infinity
  return {
    /** `at` is from before the primary was asked. */
    notePrimary(at: number, bytes: number): void {
      samples = [...samples.slice(1 - maxSamples), { at, bytes }]
    },
    noteReplica(bytes: number): void {
      for (const sample of samples) {
        if (sample.bytes <= bytes) caughtUpAt = Math.max(caughtUpAt, sample.at)
      }
      samples = samples.filter((sample) => sample.bytes > bytes)
    },
    /** After a restart, or where another server answers: it may be behind where the former one was. */
    forgetReplica(): void {
      caughtUpAt = -Infinity
    },
    /** Infinite until the replica has been seen to have caught up. */
    lagAt: (now: number) => now - caughtUpAt,
  }
}
