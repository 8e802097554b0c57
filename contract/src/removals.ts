import { z } from 'zod'
import { text } from './lib/fields.ts'

export const removalReasonLength = 200

/** The query of endpoints with which staff or a moderator may delete what belongs to another member. */
export const RemovalQuery = z.object({
  reason: text(removalReasonLength)
    .optional()
    .meta({ description: 'Why a moderator or an admin deletes it. The owner is sent this text.' }),
})
export type RemovalQuery = z.output<typeof RemovalQuery>
