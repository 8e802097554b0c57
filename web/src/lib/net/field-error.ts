import type { z } from 'zod'

/** What the contract says is wrong with a value, in its words; null where nothing is. */
export function fieldErrorIn(schema: z.ZodType) {
  return function (value: unknown): string | null {
    return schema.safeParse(value).error?.issues[0]?.message ?? null
  }
}
