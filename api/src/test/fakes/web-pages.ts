import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

type Handler = (request: IncomingMessage, response: ServerResponse) => void
type Page = { status?: number; headers?: Record<string, string>; body?: string | Buffer } | Handler

/** Pages of strangers on this machine. */
export async function startWebPages() {
  const pages = new Map<string, Page>()
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    const page = pages.get(request.url ?? '') ?? { status: 404 }
    if (typeof page === 'function') return page(request, response)
    const { status = 200, headers = { 'content-type': 'text/html; charset=utf-8' }, body = '' } = page
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address === null || typeof address === 'string' ? 0 : address.port
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    requests,
    /** Puts a page there, and returns its address. */
    serve(path: string, page: Page): string {
      pages.set(path, page)
      return `${origin}${path}`
    },
    countOf: (path: string) => requests.filter(({ url }) => url === path).length,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
