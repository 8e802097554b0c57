import type { FastifySchema, FastifySchemaCompiler } from 'fastify'
import { z } from 'zod'
import { invalid } from '#api/http/api-error.ts'
import type { ApiError } from '#api/http/api-error.ts'

/** Reads a part of a request by its schema of the contract. */
export const checkedBySchema: FastifySchemaCompiler<FastifySchema> = ({ schema }) => {
  if (!(schema instanceof z.ZodType)) throw new Error('A call is described by schemas of zod.')
  return (given) => {
    const read = schema.safeParse(given, { error: plainWords })
    return read.success ? { value: read.data } : { error: refusalOf(read.error) }
  }
}

/** A body that the server did not check by itself, since it might have been a form. */
export function readBody(schema: z.ZodType, given: unknown): unknown {
  const read = schema.safeParse(given ?? null, { error: plainWords })
  if (!read.success) throw refusalOf(read.error)
  return read.data
}

/** Where a schema has no words of its own: the library's are for programmers. */
function plainWords(issue: z.core.$ZodRawIssue): string {
  if (saidIn(issue) == null) return 'Required.'
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `Maximum ${issue.maximum} characters allowed`
  return 'This is not the right kind of value.'
}

/** Where a field tells which of several shapes a thing has, that field is at fault, not the thing. */
function saidIn({ input, code, discriminator }: z.core.$ZodRawIssue): unknown {
  const isObject = typeof input === 'object' && input !== null
  if (code !== 'invalid_union' || typeof discriminator !== 'string' || !isObject) return input
  return Reflect.get(input, discriminator)
}

function refusalOf({ issues }: z.ZodError): ApiError {
  const fields: Record<string, string> = {}
  for (const { path, message } of issues) {
    const name = path.join('.')
    if (name === '') return invalid(message)
    fields[name] ??= message
  }
  return invalid(fields)
}
