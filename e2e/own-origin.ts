import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { startServer } from '@rootsquare/api/test/server'
import { test as base } from './visit.ts'

type Server = Awaited<ReturnType<typeof startServer>>

/**
 * The product behind a front door whose address is PUBLIC_URL, as on a real host: what the page calls its own
 * origin is what the server takes for it, and the links in mails lead back to the very server that sent them.
 */
export const test = base.extend<object, { server: Server }>({
  server: [
    async ({}, provide) => {
      let inner = 0
      const open = new Set<Socket>()
      const door = createServer((outside) => {
        const inside = connect(inner, '127.0.0.1')
        for (const end of [outside, inside]) {
          open.add(end)
          end.on('error', () => end.destroy())
          end.on('close', () => open.delete(end))
        }
        outside.pipe(inside).pipe(outside)
      })
      door.listen(0, '127.0.0.1')
      await once(door, 'listening')
      const url = `http://127.0.0.1:${portOf(door.address())}`
      const server = await startServer({ settings: { PUBLIC_URL: url } })
      inner = Number(new URL(server.url).port)
      await provide({ ...server, url })
      for (const end of open) end.destroy()
      door.close()
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

function portOf(address: AddressInfo | string | null): number {
  return address !== null && typeof address === 'object' ? address.port : 0
}
