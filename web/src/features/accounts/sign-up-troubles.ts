import { Email, NewPassword, PersonName, Username } from '@rootsquare/contract/fields'
import type { ChosenGroup } from '#web/features/accounts/sign-up-draft.ts'
import { troubleIn } from '#web/lib/field-trouble.ts'

export const signUpTroubles = {
  firstName: troubleIn(PersonName),
  lastName: troubleIn(PersonName),
  username: troubleIn(Username),
  email: troubleIn(Email),
  password: troubleIn(NewPassword),
  group: (group: ChosenGroup | null) => (group === null ? 'Required.' : null),
  consent: (consent: boolean) => (consent ? null : 'Required.'),
}
