import { renewToken } from '@rootsquare/contract/accounts'
import { call } from '#web/lib/net/call.ts'
import {
  checkSession,
  currentSession,
  onSessionChange,
  startSession,
  underRenewalLock,
} from '#web/lib/session/session.ts'
import type { Session } from '#web/lib/session/session.ts'

const idleMs = 15 * 60_000
const retryMs = 30_000
/** A wheel or a key held down tells of itself many times a second. */
const signMs = 1000
/** Timers cannot be set further than some 24 days ahead. */
const longestWaitMs = 3_600_000
const signsOfLife = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
const wakeUps = ['focus', 'online', 'pageshow'] as const

/** Renews the token of an active member between half and three quarters of its life. Returns what stops it. */
export function keepSessionAlive(): () => void {
  // Its own share for each tab, so that they do not all queue at the same second.
  const share = 0.5 + Math.random() * 0.25
  let lastSignAt = Date.now()
  let triedAt = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  function look(): void {
    clearTimeout(timer)
    if (isStopped) return
    const session = checkSession()
    if (session === null) return
    const now = Date.now()
    const waitMs = Math.max(dueAt(session, share), triedAt + retryMs) - now
    if (waitMs > 0) {
      timer = setTimeout(look, Math.min(waitMs, longestWaitMs))
      return
    }
    if (document.hidden || now - lastSignAt > idleMs) return
    triedAt = now
    // The token still lives: what went wrong is tried again, and is nothing to bother the member with.
    renew(session.token).then(look, look)
  }

  function onSign(): void {
    lastSignAt = Date.now()
    look()
  }

  const stopListening = listen(onSign)
  const stopWatching = onSessionChange(look)
  look()
  return () => {
    isStopped = true
    clearTimeout(timer)
    stopListening()
    stopWatching()
  }
}

function dueAt({ issuedAt, expiresAt }: Session, share: number): number {
  return (issuedAt + (expiresAt - issuedAt) * share) * 1000
}

/** Another tab may have been faster, and its token is as good. */
async function renew(token: string): Promise<void> {
  await underRenewalLock(async () => {
    if (currentSession()?.token !== token) return
    const { data } = await call(renewToken)
    if (currentSession()?.token === token) startSession(data.access_token)
  })
}

function listen(onSign: () => void): () => void {
  const passive = { capture: true, passive: true }
  let heardAt = -Infinity
  const onFewSigns = () => {
    if (Math.abs(Date.now() - heardAt) < signMs) return
    heardAt = Date.now()
    onSign()
  }
  const onVisibility = () => {
    if (!document.hidden) onSign()
  }
  for (const name of signsOfLife) window.addEventListener(name, onFewSigns, passive)
  for (const name of wakeUps) window.addEventListener(name, onVisibility)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    for (const name of signsOfLife) window.removeEventListener(name, onFewSigns, passive)
    for (const name of wakeUps) window.removeEventListener(name, onVisibility)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}
