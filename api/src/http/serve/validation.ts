import type { FastifySchema, FastifySchemaCompiler } from 'fastify'
import { z } from 'zod'
import { invalid, type ApiError } from '#api/http/api-error.ts'

/** Validates a part of a request with its zod schema from the contract. */
export const compileValidator: FastifySchemaCompiler<FastifySchema> = ({ schema }) => {
  if (!(schema instanceof z.ZodType)) throw new Error('Endpoints are described by zod schemas.')
  return (input) => {
    const result = schema.safeParse(input, { error: messageOf })
    return result.success ? { value: result.data } : { error: toApiError(result.error) }
  }
}

/** Validates input that Fastify does not: the body of endpoints that accept JSON or a form, and the query of streams. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input ?? null, { error: messageOf })
  if (!result.success) throw toApiError(result.error)
  return result.data
}

/** Returns the text for issues whose schema has none. Zod's own texts are for programmers. */
function messageOf(issue: z.core.$ZodRawIssue): string {
  if (inputOf(issue) == null) return 'Required.'
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `Maximum ${issue.maximum} characters allowed`
  return 'This is not the right kind of value.'
}

/** Returns the invalid input. In a discriminated union that is the field which selects the shape, not the whole object. */
function inputOf({ input, code, discriminator }: z.core.$ZodRawIssue): unknown {
  const isObject = typeof input === 'object' && input !== null
  if (code !== 'invalid_union' || typeof discriminator !== 'string' || !isObject) return input
  return Reflect.get(input, discriminator)
}

function toApiError({ issues }: z.ZodError): ApiError {
  const fields: Record<string, string> = {}
  for (const { path, message } of issues) {
    const name = path.join('.')
    if (name === '') return invalid(message)
    fields[name] ??= message
  }
  return invalid(fields)
}

/** Rejects text that PostgreSQL cannot store (NUL) or that is not valid Unicode (half a surrogate pair). */
export function rejectBrokenText(value: unknown, field = ''): void {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    const text = 'This holds a character that cannot be stored.'
    throw invalid(field === '' ? text : { [field]: text }, 'BAD_TEXT')
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) rejectBrokenText(part, field || name)
}
