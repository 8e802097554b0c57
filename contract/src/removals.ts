import { z } from 'zod'
import { text } from './lib/fields.ts'

export const removalReasonLength = 200

/** Of what staff or a moderator deletes of somebody else's. */
export const RemovalQuery = z.object({
  reason: text(removalReasonLength)
    .optional()
    .meta({ description: 'Why a moderator or an admin removes it; sent to whose it is.' }),
})
export type RemovalQuery = z.output<typeof RemovalQuery>
