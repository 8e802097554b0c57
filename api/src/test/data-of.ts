import { expect } from 'vitest'
import type { z } from 'zod'
import type { Called } from './call.ts'

/** What a call that went well answered, read by its own schema: `dataOf(login, await app.call('POST', '/login', …))`. */
export function dataOf<S extends z.ZodType>({ reply }: { reply: S }, { status, body }: Called): z.output<S> {
  expect(status, JSON.stringify(body)).toBe(200)
  return reply.parse(body.data)
}
