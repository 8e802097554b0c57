type Count = { count: number; secondsLeft: number }

/** Counts within time windows, for rate limits. */
export type Counters = {
  /** Adds one and returns the count. The first call opens the window. */
  add: (key: string, seconds: number) => Promise<Count>
  /** Subtracts one, for a call that turned out not to count. */
  subtract: (key: string) => Promise<void>
  isReady: () => Promise<boolean>
  close: () => Promise<void>
}
