import { startServer } from '@rootsquare/api/test/server'
import { openDoor } from './front-door.ts'
import { test as base } from './visit.ts'

type Server = Awaited<ReturnType<typeof startServer>>

/**
 * The product behind a front door whose address is PUBLIC_URL, as on a real host: what the page calls its own
 * origin is what the server takes for it, and the links in mails lead back to the very server that sent them.
 */
export const test = base.extend<object, { server: Server }>({
  server: [
    async ({}, provide) => {
      const door = await openDoor()
      const server = await startServer({ settings: { PUBLIC_URL: door.url } })
      door.leadTo(server)
      await provide({ ...server, url: door.url })
      door.close()
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
