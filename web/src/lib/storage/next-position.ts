let last = 0

/** Returns the position of a new entry of the outbox. Two entries may be written in the same millisecond. */
export function nextPosition(): number {
  last = Math.max(Date.now(), last + 1)
  return last
}
