export const notAvailable = 'Not available'

/** Null for a member who is erased. */
export function usernameLabel(username: string | null): string {
  return username === null ? notAvailable : `@${username}`
}

/** Where at least the number is known. */
export function memberLabel(id: number, username: string | null | undefined): string {
  return username ? `@${username}` : `member ${id}`
}
