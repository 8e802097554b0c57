import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createJsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { brand } from '@rootsquare/contract/product'
import { docsPage } from './docs-page.ts'
import { rejectMethods } from '#api/http/serve/methods.ts'
import { optionalBody, tidy } from './openapi-tidy.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    isIdempotent?: boolean
    form?: z.ZodType | undefined
  }
}

/** The description comes from the same schemas that check the calls, so it cannot lie. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${brand} API`,
        version: '1',
        description:
          'Success is `{ data, message? }`, failure is `{ error, message, code, fields? }`. Times are ISO-8601 in UTC, money is in Naira.',
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
      description: 'Makes the call safe to send again: for 24 hours the same key gets the first answer.',
    },
  },
}

type Given = Parameters<typeof describeSchemas>[0]

/** What the schemas of a call do not say by themselves. */
function describeCall(given: Given) {
  const { schema, url } = describeSchemas(given)
  const body = given.schema?.body
  // A body that is not sent is checked as null.
  const isOptional = body instanceof z.ZodType && body.safeParse(null).success
  const more = {
    ...(given.route.config?.isIdempotent && { headers: keyHeader }),
    ...(isOptional && { [optionalBody]: true }),
    ...eitherBody(given),
  }
  return { schema: { ...schema, ...more }, url }
}

/** A call that takes its body in two ways has a schema for each. */
function eitherBody(given: Given) {
  const { form } = given.route.config ?? {}
  const body = given.schema?.body
  if (!form || !body || body === form) return {}
  const written = (schema: unknown) => describeSchemas({ ...given, schema: { body: schema } }).schema?.body
  const content = {
    'application/json': { schema: written(body) },
    'multipart/form-data': { schema: written(form) },
  }
  return { body: { content } }
}

/** Made at the first question, when every call is known, and kept: it never changes while the product runs. */
function serveDescription(app: FastifyInstance): void {
  let made: { json: string; html: string; policy: string } | undefined
  function description() {
    const document = made ? undefined : tidy(app.swagger())
    made ??= { json: JSON.stringify(document), ...docsPage(document) }
    return made
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
