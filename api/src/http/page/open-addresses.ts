import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#api/deps.ts'
import { addressKey, limit } from '#api/http/auth/rate-limits.ts'
import { acceptForms, partsOf, requireForm } from '#api/http/body/multipart.ts'
import { manifestOf } from './manifest.ts'
import { readSite } from './site.ts'

type AddressDeps = Pick<Deps, 'counters' | 'settings'>

/** Serves what browsers and systems ask for at addresses of their own choice. */
export async function serveOpenAddresses(app: FastifyInstance, deps: AddressDeps): Promise<void> {
  const schema = { hide: true }
  app.get('/manifest.webmanifest', { schema }, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/manifest+json')
      // As a Buffer, because Fastify adds a charset to text, which this type does not have.
      .send(Buffer.from(JSON.stringify(manifestOf(await readSite())))),
  )
  // Password managers lead here (https://w3c.github.io/webappsec-change-password-url/).
  app.get('/.well-known/change-password', { schema }, async (_request, reply) => reply.redirect('/settings'))
  await app.register(async (scope) => {
    await acceptForms(scope)
    scope.post('/share-target', { schema, onRequest: limitSharing(deps) }, async (request, reply) =>
      reply.redirect(composerWith(await readShared(request)), 303),
    )
  })
}

function limitSharing(deps: AddressDeps) {
  return async (request: FastifyRequest): Promise<void> => {
    requireForm(request)
    await limit(deps, 'anonymous', addressKey(request.ip))
  }
}

const fields = ['title', 'text', 'url'] as const
type Shared = { texts: Partial<Record<(typeof fields)[number], string>>; hasFiles: boolean }

/**
 * Reads what another app shares. The service worker of the installed app answers this itself and keeps the files; the server
 * is only asked where no worker runs, and has nobody to keep files for. So it stops at the first one.
 */
async function readShared(request: FastifyRequest): Promise<Shared> {
  const shared: Shared = { texts: {}, hasFiles: false }
  for await (const part of partsOf(request)) {
    if (!('text' in part)) return { ...shared, hasFiles: true }
    const name = fields.find((field) => field === part.name)
    if (name !== undefined) shared.texts[name] = part.text
  }
  return shared
}

/** Returns the composer with the texts that fit into an address. The app says that files are missing. */
function composerWith({ texts, hasFiles }: Shared): string {
  const query = new URLSearchParams({ compose: '1' })
  if (hasFiles) query.set('shared', 'text')
  for (const field of fields) {
    const text = texts[field]?.trim()
    if (text) query.set(field, text)
  }
  return `/user?${query}`
}
