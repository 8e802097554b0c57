export const notAvailable = 'Not available'

/** Whoever it was may have left for good since. */
export function usernameText(username: string | null): string {
  return username === null ? notAvailable : `@${username}`
}

/** Where at least the number is known. */
export function nameOf(id: number, username: string | null | undefined): string {
  return username ? `@${username}` : `member ${id}`
}
