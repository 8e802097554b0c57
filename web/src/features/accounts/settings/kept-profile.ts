import { saveJson, savedJson, valueOf } from '#web/lib/storage/saved-json.ts'
import { draftFields } from '#web/features/accounts/settings/profile-draft.ts'
import type { Draft } from '#web/features/accounts/settings/profile-draft.ts'

const key = 'rootsquare.profile-draft'

/** Survives a reload and a closed dialog. Only what was changed, so that the rest stays as fresh as the profile. */
export function saveProfile(memberId: number, draft: Draft, before: Draft): void {
  const changed = draftFields.filter((field) => draft[field] !== before[field])
  const typed = Object.fromEntries(changed.map((field) => [field, draft[field]]))
  saveJson(key, changed.length === 0 ? null : { memberId, typed })
}

/** What this member typed and has not saved. */
export function savedProfile(memberId: number): Partial<Draft> {
  const kept = savedJson(key)
  if (valueOf(kept, 'memberId') !== memberId) return {}
  const typed = valueOf(kept, 'typed')
  const texts = draftFields.flatMap((field) => {
    const text = valueOf(typed, field)
    return typeof text === 'string' ? [[field, text] as const] : []
  })
  return Object.fromEntries(texts)
}

export function forgetProfile(): void {
  saveJson(key, null)
}
