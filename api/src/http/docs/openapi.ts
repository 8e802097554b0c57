import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createJsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { brand } from '@rootsquare/contract/product'
import { docsPage } from './docs-page.ts'
import { rejectMethods } from '#api/http/serve/methods.ts'
import { optionalBody, tidyOpenApi } from './openapi-tidy.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    isIdempotent?: boolean
    form?: z.ZodType | undefined
  }
}

/** Generates the OpenAPI document from the schemas that validate the requests. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${brand} API`,
        version: '1',
        description:
          'A successful response is `{ data, message? }`, an error is `{ error, message, code, fields? }`. Times are ISO-8601 in UTC. Amounts of money are in Naira.',
      },
      servers: [{ url: '/api' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    stripBasePath: true,
    transform: describeCall,
    transformObject: jsonSchemaTransformObject,
  })
  serveDescription(app)
}

const describeSchemas = createJsonSchemaTransform({ skipList: [] })

const keyHeader = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      pattern: '^[!-~]{1,255}$',
      description: 'Makes the call safe to repeat. For 24 hours the same key returns the first response.',
    },
  },
}

type TransformInput = Parameters<typeof describeSchemas>[0]

/** Adds what the schemas do not contain: the key header, optional bodies, and bodies of two types. */
function describeCall(route: TransformInput) {
  const { schema, url } = describeSchemas(route)
  const body = route.schema?.body
  // A missing body is validated as null.
  const isOptional = body instanceof z.ZodType && body.safeParse(null).success
  const more = {
    ...(route.route.config?.isIdempotent && { headers: keyHeader }),
    ...(isOptional && { [optionalBody]: true }),
    ...eitherBody(route),
  }
  return { schema: { ...schema, ...more }, url }
}

/** Gives an endpoint that accepts JSON or a form one schema for each. */
function eitherBody(route: TransformInput) {
  const { form } = route.route.config ?? {}
  const body = route.schema?.body
  if (!form || !body || body === form) return {}
  const describe = (schema: unknown) => describeSchemas({ ...route, schema: { body: schema } }).schema?.body
  const content = {
    'application/json': { schema: describe(body) },
    'multipart/form-data': { schema: describe(form) },
  }
  return { body: { content } }
}

/** Makes the document at the first request, when all routes are registered. It does not change after that, so it is cached. */
function serveDescription(app: FastifyInstance): void {
  let cached: { json: string; html: string; policy: string } | undefined
  function description() {
    const document = cached ? undefined : tidyOpenApi(app.swagger())
    cached ??= { json: JSON.stringify(document), ...docsPage(document) }
    return cached
  }
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(description().json),
  )
  app.get('/docs', { schema: { hide: true } }, async (_request, reply) => {
    const { html, policy } = description()
    return reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(html)
  })
  for (const url of ['/openapi.json', '/docs']) rejectMethods(app, url, ['GET'])
}
