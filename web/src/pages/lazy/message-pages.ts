/** Where the pages of messages are. Not in the router, as with those of groups. */
export const messagePages = {
  inbox: async () => ({ Page: (await import('#web/pages/messages/inbox-page.tsx')).InboxPage }),
  thread: async () => ({ Page: (await import('#web/pages/messages/message-page.tsx')).MessagePage }),
}

export type MessagePageName = keyof typeof messagePages
