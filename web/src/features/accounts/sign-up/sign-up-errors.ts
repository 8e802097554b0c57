import { Email, NewPassword, PersonName, Username } from '@rootsquare/contract/fields'
import type { ChosenGroup } from '#web/features/accounts/sign-up/sign-up-draft.ts'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'

export const signUpTroubles = {
  firstName: fieldErrorIn(PersonName),
  lastName: fieldErrorIn(PersonName),
  username: fieldErrorIn(Username),
  email: fieldErrorIn(Email),
  password: fieldErrorIn(NewPassword),
  group: (group: ChosenGroup | null) => (group === null ? 'Required.' : null),
  consent: (consent: boolean) => (consent ? null : 'Required.'),
}
