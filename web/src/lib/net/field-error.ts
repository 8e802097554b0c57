import type { z } from 'zod'

/** Checks a value by a schema of the contract. Returns its message, or null for a valid value. */
export function fieldErrorIn(schema: z.ZodType) {
  return function (value: unknown): string | null {
    return schema.safeParse(value).error?.issues[0]?.message ?? null
  }
}
