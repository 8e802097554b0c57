import { saveJson, savedJson, valueOf } from '#web/lib/storage/saved-json.ts'

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
    const value = valueOf(saved, name)
    return typeof value === 'string' ? value : ''
  }
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    username: text('username'),
    email: text('email'),
    group: groupIn(valueOf(saved, 'group')),
    consent: valueOf(saved, 'consent') === true,
  }
}

function groupIn(value: unknown): ChosenGroup | null {
  const id = valueOf(value, 'id')
  const name = valueOf(value, 'name')
  return typeof id === 'number' && typeof name === 'string' ? { id, name } : null
}
