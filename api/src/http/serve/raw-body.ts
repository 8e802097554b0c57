import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import { compileValidator } from './validation.ts'

/** Holds the unparsed body, because the sender's signature covers its exact bytes. */
export type RawRequest = { bytes: Buffer; headers: FastifyRequest['headers'] }

/** Only documents the body. It is parsed after its signature has been checked. */
export const RawBody = z.looseObject({}).meta({ description: 'The body in the format of its sender.' })

/** Registers a route in its own scope, where a body of any content type is read as bytes. */
export function addRawRoute(scope: FastifyInstance, route: RouteOptions): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
  scope.route({
    ...route,
    validatorCompiler: (part) => (part.httpPart === 'body' ? () => true : compileValidator(part)),
  })
}

export function rawOf({ body, headers }: FastifyRequest): RawRequest {
  return { bytes: Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers }
}
