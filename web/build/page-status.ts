import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isPagePath } from '@rootsquare/contract/lib/page-paths'
import type { Plugin } from 'vite'

/** In dev: sends the page of the app on every path that nothing else serves, with 404 where it has none, as the server does. */
export function pageStatus(): Plugin {
  return {
    name: 'page-status',
    apply: 'serve',
    // Otherwise Vite sends the page itself, always with 200.
    config: () => ({ appType: 'custom' }),
    configureServer: (server) => () => {
      server.middlewares.use(async (request, response, next) => {
        if (!request.headers.accept?.includes('text/html')) return next()
        const url = request.originalUrl ?? '/'
        const page = await readFile(join(server.config.root, 'index.html'), 'utf8')
        response.statusCode = isPagePath(url.replace(/\?.*$/, '')) ? 200 : 404
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.end(await server.transformIndexHtml(url, page))
      })
    },
  }
}
