import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#api/deps.ts'
import { rejectMethods } from '#api/http/serve/methods.ts'
import { notFound } from '#api/http/api-error.ts'

/** Only keys that the store generates are accepted, and no folders, temporary files or parent paths. */
const keyShape = /^[\w-]+(?:\/[\w-]+)*\.(?:webp|avif|mp4|webm|mov|weba|ogg|m4a|mp3)$/

const headers = {
  // These files must neither run scripts nor load anything.
  'content-security-policy': "sandbox; default-src 'none'",
  'cache-control': 'public, max-age=31536000, immutable',
}

/** Serves `GET /media/…` if the files are on this machine. A key is never reused, so its content never changes. */
export async function serveMediaFiles(app: FastifyInstance, { files }: Pick<Deps, 'files'>): Promise<void> {
  const root = files.folder
  if (root === undefined) return
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root, serve: false, cacheControl: false })
    scope.get<{ Params: { '*': string } }>('/media/*', { schema: { hide: true } }, async (request, reply) => {
      const key = request.params['*']
      if (!keyShape.test(key)) throw notFound()
      return reply.headers(headers).sendFile(key)
    })
    rejectMethods(scope, '/media/*', ['GET'])
  })
}
