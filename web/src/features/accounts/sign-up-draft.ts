import { readStored, writeStored } from '#web/lib/stored.ts'

const key = 'rootsquare.sign-up'
const area = () => window.sessionStorage

export type ChosenGroup = { id: number; name: string }
export type SignUpDraft = {
  firstName: string
  lastName: string
  username: string
  email: string
  group: ChosenGroup | null
  consent: boolean
}

/** Survives Back and a reload, in this tab alone, and never holds the password. */
export function keepDraft({ firstName, lastName, username, email, group, consent }: SignUpDraft): void {
  writeStored(area, key, JSON.stringify({ firstName, lastName, username, email, group, consent }))
}

export function forgetDraft(): void {
  writeStored(area, key, null)
}

export function keptDraft(): SignUpDraft {
  const kept = parsed()
  const text = (name: string) => {
    const value = valueOf(kept, name)
    return typeof value === 'string' ? value : ''
  }
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    username: text('username'),
    email: text('email'),
    group: groupIn(valueOf(kept, 'group')),
    consent: valueOf(kept, 'consent') === true,
  }
}

function parsed(): unknown {
  try {
    return JSON.parse(readStored(area, key) ?? 'null')
  } catch {
    return null
  }
}

function groupIn(value: unknown): ChosenGroup | null {
  const id = valueOf(value, 'id')
  const name = valueOf(value, 'name')
  return typeof id === 'number' && typeof name === 'string' ? { id, name } : null
}

function valueOf(thing: unknown, name: string): unknown {
  return typeof thing === 'object' && thing !== null ? Reflect.get(thing, name) : undefined
}
