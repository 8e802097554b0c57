import type { Profile } from '@rootsquare/contract/accounts'
import { useState } from 'react'
import { useForm } from '#web/lib/forms/use-form.ts'
import {
  clearProfileDraft,
  draftErrors,
  draftFields,
  draftOf,
  savedProfileDraft,
  saveProfileDraft,
} from '#web/features/accounts/settings/profile-draft.ts'
import type { Draft } from '#web/features/accounts/settings/profile-draft.ts'

/** Begins with the draft of this member, and saves every change as a draft until it is sent or discarded. */
export function useProfileForm(profile: Profile) {
  const [before] = useState(() => draftOf(profile))
  const [start] = useState(() => ({ ...before, ...savedProfileDraft(profile.id) }))
  const [isRestored, setRestored] = useState(() => isDifferent(start, before))
  const form = useForm<Draft>({
    initialValues: start,
    validate: draftErrors,
    onValuesChange: (draft) => saveProfileDraft(profile.id, draft, before),
  })

  function startOver(): void {
    form.setValues(before)
    clearProfileDraft()
    setRestored(false)
  }

  return { form, before, isChanged: isDifferent(form.values, before), isRestored, startOver }
}

function isDifferent(draft: Draft, before: Draft): boolean {
  return draftFields.some((field) => draft[field] !== before[field])
}
