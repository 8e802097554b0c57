// This is separate from database.ts, because visitors load no code that stores anything.

/** One database for each member, so that nobody else on this device sees it and all of it is removed at once. */
export function databaseName(memberId: number): string {
  return `rootsquare.drafts.${memberId}`
}
