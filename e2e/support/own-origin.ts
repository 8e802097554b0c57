import { startServer } from '@rootsquare/api/test/server'
import { openProxy } from './proxy.ts'
import { test as base } from './visit.ts'

type Server = Awaited<ReturnType<typeof startServer>>

/**
 * The product behind a front proxy whose address is PUBLIC_URL, as on a real host: what the page calls its own
 * origin is what the server takes for it, and the links in mails lead back to the very server that sent them.
 */
export const test = base.extend<object, { server: Server }>({
  server: [
    async ({}, provide) => {
      const proxy = await openProxy()
      const server = await startServer({ settings: { PUBLIC_URL: proxy.url } })
      proxy.forwardTo(server)
      await provide({ ...server, url: proxy.url })
      proxy.close()
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
