/** The pages of messages. `lazyPages` says why the router does not import them. */
export const messagePages = {
  inbox: async () => (await import('#web/pages/messages/inbox-page.tsx')).InboxPage,
  thread: async () => (await import('#web/pages/messages/message-page.tsx')).MessagePage,
}
