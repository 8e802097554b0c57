import type { z } from 'zod'

/** A check by a schema of the contract: its message, or null for a valid value. */
export function fieldErrorIn(schema: z.ZodType) {
  return function (value: unknown): string | null {
    return schema.safeParse(value).error?.issues[0]?.message ?? null
  }
}
