/** Where the pages of messages are. Not in the router, as with those of groups. */
export const messagePages = {
  inbox: async () => (await import('#web/pages/messages/inbox-page.tsx')).InboxPage,
  thread: async () => (await import('#web/pages/messages/message-page.tsx')).MessagePage,
}
