import { z } from 'zod'

/** The one form of every refusal and every fault. */
export const Failure = z
  .object({
    error: z.array(z.string()),
    message: z.string(),
    code: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
    fields: z.record(z.string(), z.string()).optional(),
    requestId: z.string().optional(),
    reason: z.string().optional(),
    until: z.string().optional(),
  })
  .meta({ id: 'Failure' })
export type Failure = z.output<typeof Failure>

/** What the spec says where the server said nothing useful. */
export const words = {
  unexpected: 'An unexpected error occurred.',
  later: ', please try again later.',
  noResponse: 'No response from the server. Please check your network connection.',
  tokenMissing: 'Token missing in response.',
} as const
