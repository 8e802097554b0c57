/** What arrays lack in the oldest browsers that the app supports (docs/decisions/0043-browsers.md). */

export function lastOf<T>(list: readonly T[] | undefined): T | undefined {
  return list?.[list.length - 1]
}

export function findLast<T>(list: readonly T[], isWanted: (value: T) => boolean): T | undefined {
  return [...list].reverse().find(isWanted)
}

export function findLastIndex<T>(list: readonly T[], isWanted: (value: T) => boolean): number {
  const at = [...list].reverse().findIndex(isWanted)
  return at < 0 ? -1 : list.length - 1 - at
}
