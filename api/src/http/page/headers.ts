import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Settings } from '#api/settings.ts'

/**
 * Sets the headers of every response. The web page replaces the content security policy by its own; others may load nothing.
 */
export function secureHeaders(app: FastifyInstance, settings: Settings): void {
  const headers = headersFor(settings)
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(headers)
    next()
  })
}

/** Reads Helmet's headers once, from a response that is never sent, because Helmet would compute the same for each response. */
function headersFor({ isSecure }: Settings) {
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    hsts: isSecure ? { maxAge: 63_072_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    xssFilter: false,
  })
  const unsent = new ServerResponse(new IncomingMessage(new Socket()))
  protect(unsent.req, unsent, (error) => {
    if (error) throw error
  })
  return unsent.getHeaders()
}

/** The service worker has a policy of its own, because it shows icons of this site, and fetches pictures to store them. */
export function workerPolicy(settings: Settings): string {
  const sources = ["'self'", ...mediaOrigins(settings)].join(' ')
  return `default-src 'none'; connect-src ${sources}; img-src 'self'; frame-ancestors 'none'`
}

function mediaOrigins({ s3, cloudinary }: Settings): string[] {
  return [s3?.publicUrl, s3?.endpoint, cloudinary && 'https://res.cloudinary.com'].flatMap((address) =>
    address ? [new URL(address).origin] : [],
  )
}

/** The content security policy of the web page. Inline scripts and styles need the nonce of this response. */
export function pagePolicy(nonce: string, settings: Settings): string {
  const { cloudinary } = settings
  const media = mediaOrigins(settings)
  const uploads = cloudinary ? [new URL(cloudinary.uploadUrl).origin] : []
  const rules = {
    'default-src': ["'none'"],
    'script-src': ["'self'", `'nonce-${nonce}'`],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'img-src': ["'self'", 'data:', 'blob:', ...media],
    'media-src': ["'self'", 'blob:', ...media],
    'font-src': ["'self'"],
    // The browser reads the sound levels of a voice note from its file.
    'connect-src': ["'self'", ...media, ...uploads],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'form-action': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(rules)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
