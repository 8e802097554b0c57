import { z } from 'zod'

/** `proposed` is the name of a people that is not listed. */
const ChosenGroup = z.object({ id: z.number(), name: z.string(), proposed: z.string().optional() })
export type ChosenGroup = z.infer<typeof ChosenGroup>

/** The draft never contains the password. */
export const SignUpDraft = z.object({
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  email: z.string(),
  group: ChosenGroup.nullable(),
  consent: z.boolean(),
})
export type SignUpDraft = z.infer<typeof SignUpDraft>

export const signUpDraftKey = { what: 'sign-up', memberId: 0 }
