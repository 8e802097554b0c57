import type { Profile } from '@rootsquare/contract/profiles'
import { useState } from 'react'
import {
  changedFields,
  draftErrors,
  draftOf,
  StoredDraft,
} from '#web/features/accounts/settings/profile-draft.ts'
import type { Draft } from '#web/features/accounts/settings/profile-draft.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useDraft } from '#web/lib/storage/use-draft.ts'

/** Begins with the draft of this member, and saves every change as a draft until it is sent or discarded. */
export function useProfileForm(profile: Profile) {
  const [before] = useState(() => draftOf(profile))
  const { draft, change, isRestored, discard, clear } = useDraft<Partial<Draft>>(
    { what: 'profile', memberId: profile.id },
    StoredDraft,
    {},
  )
  const form = useForm<Draft>({
    initialValues: { ...before, ...draft },
    validate: draftErrors,
    onValuesChange: (typed) => change(changedFields(typed, before)),
  })

  function startOver(): void {
    form.setValues(before)
    discard()
  }

  const isChanged = Object.keys(changedFields(form.values, before)).length > 0
  return { form, before, isChanged, isRestored, startOver, clear }
}
