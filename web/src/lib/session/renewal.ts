import { renewToken } from '@rootsquare/contract/accounts'
import { call } from '#web/lib/net/call.ts'
import {
  checkSession,
  currentSession,
  onSessionChange,
  startSession,
  withRenewalLock,
} from '#web/lib/session/session.ts'
import type { Session } from '#web/lib/session/session.ts'

const idleMs = 15 * 60_000
const retryMs = 30_000
/** A wheel or a held key fires many events per second. */
const activityMs = 1000
/** Timers cannot be set more than about 24 days ahead. */
const longestWaitMs = 3_600_000
const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
const wakeUpEvents = ['focus', 'online', 'pageshow'] as const

/**
 * Renews the token of an active member between half and three quarters of its lifetime. Returns a function that stops
 * it.
 */
export function keepSessionAlive(): () => void {
  // A different share for each tab, so that they do not all renew in the same second.
  const share = 0.5 + Math.random() * 0.25
  let lastActivityAt = Date.now()
  let triedAt = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  function check(): void {
    clearTimeout(timer)
    if (isStopped) return
    const session = checkSession()
    if (session === null) return
    const now = Date.now()
    const waitMs = Math.max(dueAt(session, share), triedAt + retryMs) - now
    if (waitMs > 0) {
      timer = setTimeout(check, Math.min(waitMs, longestWaitMs))
      return
    }
    if (document.hidden || now - lastActivityAt > idleMs) return
    triedAt = now
    // The token is still valid: a failure is retried, and the member need not know.
    renew(session.token).then(check, check)
  }

  function onActivity(): void {
    lastActivityAt = Date.now()
    check()
  }

  const stopListening = listen(onActivity)
  const stopWatching = onSessionChange(check)
  check()
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

/** Renews the token, or uses the new token of another tab. */
async function renew(token: string): Promise<void> {
  await withRenewalLock(async () => {
    if (currentSession()?.token !== token) return
    const { data } = await call(renewToken)
    if (currentSession()?.token === token) startSession(data.access_token)
  })
}

function listen(onActivity: () => void): () => void {
  const passive = { capture: true, passive: true }
  let notedAt = -Infinity
  const onThrottled = () => {
    if (Math.abs(Date.now() - notedAt) < activityMs) return
    notedAt = Date.now()
    onActivity()
  }
  const onVisibility = () => {
    if (!document.hidden) onActivity()
  }
  for (const name of activityEvents) window.addEventListener(name, onThrottled, passive)
  for (const name of wakeUpEvents) window.addEventListener(name, onVisibility)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    for (const name of activityEvents) window.removeEventListener(name, onThrottled, passive)
    for (const name of wakeUpEvents) window.removeEventListener(name, onVisibility)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}
