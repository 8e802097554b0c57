import { z } from 'zod'

/** The body of every error response. */
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

/** The texts of the spec for errors where the server sent no usable message. */
export const failureTexts = {
  unexpected: 'An unexpected error occurred.',
  later: ', please try again later.',
  noResponse: 'No response from the server. Please check your network connection.',
  tokenMissing: 'Token missing in response.',
} as const
