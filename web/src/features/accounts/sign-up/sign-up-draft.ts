import { saveJson, savedJson, propertyOf } from '#web/lib/storage/saved-json.ts'

const key = 'rootsquare.sign-up'

export type ChosenGroup = { id: number; name: string }
export type SignUpDraft = {
  firstName: string
  lastName: string
  username: string
  email: string
  group: ChosenGroup | null
  consent: boolean
}

/** Survives Back and a reload, in this tab only, and never contains the password. */
export function saveDraft({ firstName, lastName, username, email, group, consent }: SignUpDraft): void {
  saveJson(key, { firstName, lastName, username, email, group, consent })
}

export function clearDraft(): void {
  saveJson(key, null)
}

export function savedDraft(): SignUpDraft {
  const saved = savedJson(key)
  const text = (name: string) => {
    const value = propertyOf(saved, name)
    return typeof value === 'string' ? value : ''
  }
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    username: text('username'),
    email: text('email'),
    group: groupIn(propertyOf(saved, 'group')),
    consent: propertyOf(saved, 'consent') === true,
  }
}

function groupIn(value: unknown): ChosenGroup | null {
  const id = propertyOf(value, 'id')
  const name = propertyOf(value, 'name')
  return typeof id === 'number' && typeof name === 'string' ? { id, name } : null
}
