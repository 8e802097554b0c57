import type { z } from 'zod'

/** What the contract says is wrong with a value, in its words; null where nothing is. */
export function troubleIn(schema: z.ZodType) {
  return (value: unknown): string | null => schema.safeParse(value).error?.issues[0]?.message ?? null
}
