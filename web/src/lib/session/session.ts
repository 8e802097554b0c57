import type { Role } from '@rootsquare/contract/lib/roles'
import { useSyncExternalStore } from 'react'
import { clearStored, readStored, writeStored } from '#web/lib/storage/browser-storage.ts'

export type Session = {
  token: string
  userId: number
  roles: Role[]
  /** Both times are in seconds, as in the token. */
  issuedAt: number
  expiresAt: number
}

const key = 'rootsquare.token'
const leftKey = 'rootsquare.left'
const outKey = 'rootsquare.out'
const area = () => window.localStorage
/**
 * Long enough for a busy browser to pass a stored value to other tabs, but short for a member who is really signed out.
 */
const storageDelayMs = 2000
const listeners = new Set<() => void>()
const over = 'Your session has ended. Please sign in again.'
const overElsewhere = 'You were signed out in another tab.'
/** The error or text that ended a session; null if the member signed out. */
type Ending = Error | string | null
let ending: Ending = null
let hasSignedOutElsewhere = false
let lastMember: number | null = null
let known: { token: string | null; session: Session | null } = { token: null, session: null }

/** Returns the session of the stored token, the same object until the token changes; null if there is none. */
export function currentSession(): Session | null {
  const token = readStored(area, key)
  if (token !== known.token) known = { token, session: token === null ? null : readToken(token) }
  lastMember = known.session?.userId ?? lastMember
  return known.session
}

/** Returns who is, or was last, signed in on this page. */
export function lastMemberId(): number | null {
  return lastMember
}

/** Checks the token on every navigation. An expired or unreadable token ends the session. */
export function checkSession(): Session | null {
  const session = currentSession()
  const isOver = session === null || session.expiresAt <= Math.floor(Date.now() / 1000)
  if (isOver && known.token !== null) endSession()
  return isOver ? null : session
}

export function startSession(token: string): void {
  ending = null
  hasSignedOutElsewhere = false
  writeStored(area, key, token)
  notifyAll()
}

/** Ends the session. The sign-in page shows the reason. */
export function endSession(why: Ending = over): void {
  ending = why
  writeStored(area, key, null)
  notifyAll()
}

/** Resets the session to that of a page that was just loaded, where nobody has been signed in yet. */
export function clearSession(): void {
  ending = null
  hasSignedOutElsewhere = false
  lastMember = null
  known = { token: null, session: null }
}

/** Removes everything that this tab has stored about a member, except the token. */
export function clearTab(): void {
  clearStored(() => window.sessionStorage, 'rootsquare.', key)
}

/** Notifies the other tabs that the member signed out. If a session only ended, they save what was typed. */
export function notifySignedOut(): void {
  sendToTabs(leftKey, '')
}

export function onSignedOutElsewhere(listener: () => void): () => void {
  return onMessageFromTab(leftKey, () => {
    hasSignedOutElsewhere = true
    listener()
  })
}

/** Ends the session; the other tabs get the error of the server before they see that the session has ended. */
export function endLockedOut(failure: Error, text: string): void {
  sendToTabs(outKey, text)
  endSession(failure)
}

export function onLockedOutElsewhere(read: (text: string) => Error): () => void {
  return onMessageFromTab(outKey, (text) => (ending = read(text)))
}

/** Notifies the other tabs by the storage event, so the value is removed at once. */
function sendToTabs(name: string, text: string): void {
  for (const value of [text, null]) writeStored(area, name, value)
}

function onMessageFromTab(name: string, listener: (text: string) => void): () => void {
  const onStorage = ({ key: changed, newValue }: StorageEvent) => {
    if (changed === name && newValue !== null) listener(newValue)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

export function sessionEndReason(): Ending {
  return ending
}

/** Returns whether the last member has signed out, here or in another tab. Otherwise the session has only ended. */
export function hasSignedOut(): boolean {
  return ending === null || hasSignedOutElsewhere
}

/** Allows one renewal at a time in all tabs. */
export async function withRenewalLock<T>(run: () => T | Promise<T>): Promise<T> {
  // Locks are not available on plain http.
  return 'locks' in navigator ? navigator.locks.request('rootsquare.renewal', run) : run()
}

/**
 * Waits up to two seconds until the stored token changes. Browsers guarantee no order between a lock that another tab
 * releases and the token that it stored before: the token may arrive later.
 */
export function waitForNewToken(token: string): Promise<Session | null> {
  return new Promise((resolve) => {
    const hasChanged = () => currentSession()?.token !== token
    const timer = setTimeout(settle, storageDelayMs)
    const stopListening = onSessionChange(() => {
      if (hasChanged()) settle()
    })
    function settle(): void {
      clearTimeout(timer)
      stopListening()
      resolve(currentSession())
    }
    if (hasChanged()) settle()
  })
}

/** Reports changes of the session, also those made in another tab. */
export function onSessionChange(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return
    const wasIn = known.session !== null
    if (currentSession() !== null) [ending, hasSignedOutElsewhere] = [null, false]
    else if (wasIn) ending ??= overElsewhere
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, currentSession)
}

/**
 * Returns the member. Use it only inside the frame of the members' pages, which shows nothing once the session has
 * ended.
 */
export function useMember(): Session {
  const session = useSession()
  if (session === null) throw new Error('Nobody is signed in.')
  return session
}

function notifyAll(): void {
  for (const listener of listeners) listener()
}

function readToken(token: string): Session | null {
  const claims = readClaims(token)
  if (typeof claims !== 'object' || claims === null) return null
  if (!('user_id' in claims && typeof claims.user_id === 'number')) return null
  if (!('exp' in claims && typeof claims.exp === 'number')) return null
  const issuedAt = 'iat' in claims && typeof claims.iat === 'number' ? claims.iat : Date.now() / 1000
  const roles = 'roles' in claims && Array.isArray(claims.roles) ? claims.roles.filter(isRole) : []
  return { token, userId: claims.user_id, roles, issuedAt, expiresAt: claims.exp }
}

function readClaims(token: string): unknown {
  try {
    const part = token.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    )
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

function isRole(value: unknown): value is Role {
  return value === 'USER' || value === 'ADMIN' || value === 'SUPERADMIN'
}
