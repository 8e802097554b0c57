export type Count = { count: number; secondsLeft: number }

/** Counts within windows of time, for the rate limits. */
export type Counters = {
  /** Adds one and tells how many there are now; the first one opens the window. */
  add: (key: string, seconds: number) => Promise<Count>
  /** Takes one back, for what turned out not to count. */
  giveBack: (key: string) => Promise<void>
  isReady: () => Promise<boolean>
  close: () => Promise<void>
}
