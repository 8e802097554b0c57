import type { Profile } from '@rootsquare/contract/accounts'
import { useState } from 'react'
import { useForm } from '#web/lib/forms/use-form.ts'
import { forgetProfile, saveProfile, savedProfile } from '#web/features/accounts/settings/kept-profile.ts'
import { draftFields, draftOf, draftTroubles } from '#web/features/accounts/settings/profile-draft.ts'
import type { Draft } from '#web/features/accounts/settings/profile-draft.ts'

/** Begins where this member left off, and keeps every change until it is saved or given up. */
export function useProfileForm(profile: Profile) {
  const [before] = useState(() => draftOf(profile))
  const [start] = useState(() => ({ ...before, ...savedProfile(profile.id) }))
  const [isRestored, setRestored] = useState(() => differs(start, before))
  const form = useForm<Draft>({
    initialValues: start,
    validate: draftTroubles,
    onValuesChange: (draft) => saveProfile(profile.id, draft, before),
  })

  function startOver(): void {
    form.setValues(before)
    forgetProfile()
    setRestored(false)
  }

  return { form, before, isTyped: differs(form.values, before), isRestored, startOver }
}

function differs(draft: Draft, before: Draft): boolean {
  return draftFields.some((field) => draft[field] !== before[field])
}
