import { expect } from 'vitest'
import type { z } from 'zod'
import type { Called } from '#api/test/call.ts'

/** The `data` of a successful response, parsed by its schema: `dataOf(login, await app.call('POST', '/login', …))`. */
export function dataOf<S extends z.ZodType>({ reply }: { reply: S }, { status, body }: Called): z.output<S> {
  expect(status, JSON.stringify(body)).toBe(200)
  return reply.parse(body.data)
}
