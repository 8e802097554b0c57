import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import { checkedBySchema } from './validation.ts'

/** What came, to the byte: whoever reads it first would sign something else. */
export type Raw = { bytes: Buffer; headers: FastifyRequest['headers'] }

/** Describes the body; nothing checks it before its signature is. */
export const OthersForm = z.looseObject({}).meta({ description: 'In the sender’s own form.' })

/** A room in which any body is taken as it is, whatever it says of itself. */
export function readBytes(room: FastifyInstance, route: RouteOptions): void {
  room.removeAllContentTypeParsers()
  room.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
  room.route({
    ...route,
    validatorCompiler: (part) => (part.httpPart === 'body' ? () => true : checkedBySchema(part)),
  })
}

export function rawOf({ body, headers }: FastifyRequest): Raw {
  return { bytes: Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers }
}
