/** 'Inbox, 3 unread': a badge in words. */
export function countedName(name: string, count: number | undefined, what: string): string {
  return count ? `${name}, ${count} ${what}` : name
}
