import { saveJson, savedJson, valueOf } from '#web/lib/storage/saved-json.ts'

const key = 'rootsquare.new-admin'

export const draftFields = ['firstName', 'lastName', 'username', 'email'] as const
export type NewAdminDraft = Record<(typeof draftFields)[number], string>

/** Survives Esc, Back and a reload, in this tab alone, and never holds the password. */
export function saveNewAdmin(memberId: number, draft: NewAdminDraft): void {
  const { firstName, lastName, username, email } = draft
  saveJson(key, isBlank(draft) ? null : { memberId, firstName, lastName, username, email })
}

export function forgetNewAdmin(): void {
  saveJson(key, null)
}

export function savedNewAdmin(memberId: number): NewAdminDraft {
  const kept = savedJson(key)
  const isOurs = valueOf(kept, 'memberId') === memberId
  const text = (name: string) => {
    const value = isOurs ? valueOf(kept, name) : ''
    return typeof value === 'string' ? value : ''
  }
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    username: text('username'),
    email: text('email'),
  }
}

export function isBlank(draft: NewAdminDraft): boolean {
  return draftFields.every((name) => draft[name] === '')
}
