const lists = new Intl.ListFormat('en-GB')

/** Returns 'messages, comments and posts'. */
export function listText(parts: string[]): string {
  return lists.format(parts)
}
