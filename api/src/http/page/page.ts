import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { z } from 'zod'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPagePath } from '@rootsquare/contract/lib/page-paths'
import type { Deps } from '#api/deps.ts'
import { BadSetting, type Settings } from '#api/settings.ts'
import { compressPage } from './compress-page.ts'
import { escapeHtml } from './html.ts'
import { pagePolicy, workerPolicy } from './headers.ts'
import { findPreview, insertPreview, rootElement, type Preview } from './preview.ts'
import { notFound, ApiError } from '#api/http/api-error.ts'

const builtApp = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))
const noncePlaceholder = '__CSP_NONCE__'

/** The tags that the page at a path needs for its files, as web/build/route-preloads.ts wrote them. */
const Preloads = z.array(z.object({ pattern: z.string(), tags: z.string() }))
type Preload = { pattern: RegExp; tags: string }

/** What is shown at a path until the app has arrived, as web/build/first-pages.ts wrote it. */
const FirstPages = z.array(z.object({ pattern: z.string(), html: z.string() }))
type FirstPage = { pattern: RegExp; html: string }

/** Serves hundreds of hashed files by one route, because registering a route for each would slow down the start. */
async function serveAssets(app: FastifyInstance, root: string, settings: Settings): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(root, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    allowedPath: (path) => !/\.(br|gz)$/.test(path),
    setHeaders: (response) => response.header('cache-control', 'public, max-age=31536000, immutable'),
  })
  await app.register(fastifyStatic, {
    root,
    decorateReply: false,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: [
      'assets/**',
      'index.html*',
      'preloads.json',
      'first-pages.json',
      '.built-from',
      '**/*.br',
      '**/*.gz',
    ],
    setHeaders: (response, path) => {
      // The path is that of the file that is sent, which may be a compressed one.
      if (/^service-worker\.js(?:\.br|\.gz)?$/.test(relative(root, path)))
        response.headers({ 'cache-control': 'no-cache', 'content-security-policy': workerPolicy(settings) })
      else response.header('cache-control', 'public, max-age=3600')
    },
  })
}

export type DemoLogin = { name: string; username: string; password: string }
type PageOptions = { previews?: Preview[]; demoLogin?: DemoLogin | undefined; dist?: string }

const notFoundPage = { status: 404, headers: undefined, previewed: undefined }

/**
 * Serves the built web app: its assets, and its page on every path that no other route handles. Where the app has no page
 * either, it says so itself, and the status tells programs.
 */
export async function servePage(
  app: FastifyInstance,
  deps: Pick<Deps, 'settings' | 'counters'>,
  { previews = [], demoLogin, dist = deps.settings.webDir ?? builtApp }: PageOptions = {},
): Promise<void> {
  const { settings } = deps
  const file = join(dist, 'index.html')
  const page = existsSync(file) ? withSettings(readFileSync(file, 'utf8'), settings, demoLogin) : null
  if (page === null && settings.webDir) throw new BadSetting('WEB_DIR holds no built web app (index.html).')
  if (page !== null) await serveAssets(app, resolve(dist), settings)
  const preloads = readPreloads(join(dist, 'preloads.json'))
  const firstPages = readFirstPages(join(dist, 'first-pages.json'))

  async function sendPage(path: string, request: FastifyRequest, reply: FastifyReply) {
    if (page === null) throw new ApiError(503, 'NOT_BUILT', 'The web app has not been built. Run npm start.')
    const nonce = randomBytes(16).toString('base64')
    // The nonce is inserted before the preview, so that members cannot write its placeholder into a post.
    const plain = withPreloads(page, preloads, path).replaceAll(noncePlaceholder, nonce)
    const { status, headers, previewed } = isPagePath(path)
      ? await findPreview(deps, previews, path, request)
      : notFoundPage
    const html = withFirstPage(previewed ? insertPreview(plain, previewed, nonce) : plain, firstPages, path)
    const { encoding, body } = compressPage(html, request.headers['accept-encoding'])
    return reply
      .code(status)
      .headers({ ...headers, 'content-security-policy': pagePolicy(nonce, settings) })
      .headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
      .headers(encoding === undefined ? {} : { 'content-encoding': encoding })
      .type('text/html; charset=utf-8')
      .send(body)
  }

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const isReserved = /^\/(api|media|sandbox|assets)(\/|$)/.test(path)
    if (isReserved || (request.method !== 'GET' && request.method !== 'HEAD')) throw notFound()
    return sendPage(path, request, reply)
  })
}

/**
 * Adds the public URL of the settings, which links in mails need: the page may be open under another name, such as 127.0.0.1.
 * With demo data it also adds a log-in, which is public knowledge.
 */
function withSettings(page: string, { publicUrl }: Settings, demoLogin?: DemoLogin): string {
  const demo = demoLogin && `<meta name="demo-login" content="${escapeHtml(JSON.stringify(demoLogin))}" />`
  return page.replace(
    '</head>',
    () => `<meta name="public-url" content="${publicUrl}" />${demo ?? ''}</head>`,
  )
}

/** Returns no preloads if there is no such file, as in a web app that was built elsewhere. */
function readPreloads(file: string): Preload[] {
  if (!existsSync(file)) return []
  const written = Preloads.parse(JSON.parse(readFileSync(file, 'utf8')))
  return written.map(({ pattern, tags }) => ({ pattern: new RegExp(pattern), tags }))
}

/** Adds the tags that make the browser load the files of this page at once, instead of finding one in another. */
function withPreloads(page: string, preloads: Preload[], path: string): string {
  const tags = preloads.find(({ pattern }) => pattern.test(path))?.tags ?? ''
  return page.replace('</head>', `${tags}</head>`)
}

/** Returns none if there is no such file, as in a web app that was built elsewhere. */
function readFirstPages(file: string): FirstPage[] {
  if (!existsSync(file)) return []
  const written = FirstPages.parse(JSON.parse(readFileSync(file, 'utf8')))
  return written.map(({ pattern, html }) => ({ pattern: new RegExp(pattern), html }))
}

/** Fills the root of the app, unless a preview did. */
function withFirstPage(page: string, firstPages: FirstPage[], path: string): string {
  const first = firstPages.find(({ pattern }) => pattern.test(path))
  return first ? page.replace(rootElement, () => `<div id="root" data-first>${first.html}</div>`) : page
}
