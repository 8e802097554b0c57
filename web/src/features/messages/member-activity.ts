import { askPresence, sendTyping, systemId } from '@rootsquare/contract/messages'
import { queryOptions, skipToken, useQuery, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '#web/lib/net/call.ts'
import { isOffline } from '#web/lib/net/wait.ts'

/** Times until which a signal counts, by the clock of this device. */
type Signals = { typingUntil: number; onlineUntil: number }
export type Activity = 'typing…' | 'online' | null

const typingShownMs = 6000
const typingSentEveryMs = 3000
const requestEveryMs = 30_000
/** This is longer than the interval between two requests. */
const onlineShownMs = 40_000
const none: Signals = { typingUntil: 0, onlineUntil: 0 }

const signalsOf = (userId: number) =>
  queryOptions<Signals>({ queryKey: ['activity', userId], queryFn: skipToken, staleTime: Infinity })

/** Returns the signals of an event. A member who is typing is also online. */
export function activityOf(event: 'typing' | 'presence'): Partial<Signals> {
  const onlineUntil = Date.now() + onlineShownMs
  return event === 'typing' ? { typingUntil: Date.now() + typingShownMs, onlineUntil } : { onlineUntil }
}

export function recordActivity(queryClient: QueryClient, userId: number, signals: Partial<Signals>): void {
  queryClient.setQueryData(signalsOf(userId).queryKey, (before) => ({ ...none, ...before, ...signals }))
}

/** Returns what the other side of an open conversation is doing, and null if nothing is known. */
export function useActivity(userId: number, canWrite: boolean): Activity {
  usePresenceRequests(userId, canWrite && userId !== systemId)
  const { typingUntil, onlineUntil } = useQuery(signalsOf(userId)).data ?? none
  const now = useNowUntil(Math.max(typingUntil, onlineUntil))
  if (typingUntil > now) return 'typing…'
  return onlineUntil > now ? 'online' : null
}

/** The requests of the open conversations, with the members they are about. */
const presenceRequests = new Map<() => void, number>()

/** Repeats the requests, because answers to those made before the stream was open are lost. */
export function repeatPresenceRequests(): void {
  for (const request of presenceRequests.keys()) request()
}

/** Requests the presence of a member who has just acted, because only the server knows whether they show it. */
export function requestPresenceUnlessOnline(queryClient: QueryClient, userId: number): void {
  const { onlineUntil } = queryClient.getQueryData(signalsOf(userId).queryKey) ?? none
  if (onlineUntil > Date.now()) return
  for (const [request, requestedId] of presenceRequests) if (requestedId === userId) request()
}

/** Requests the presence repeatedly. The answer comes by the stream, and a failed call is soon followed by the next. */
function usePresenceRequests(userId: number, isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled) return
    const request = () => {
      if (!document.hidden && !isOffline()) void call(askPresence, { params: { userId } }).catch(() => {})
    }
    request()
    presenceRequests.set(request, userId)
    const timer = setInterval(request, requestEveryMs)
    return () => {
      presenceRequests.delete(request)
      clearInterval(timer)
    }
  }, [userId, isEnabled])
}

const tickMs = 1000

/** Returns the time, updated every second until `end`. */
function useNowUntil(end: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (end <= Date.now()) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() > end) clearInterval(timer)
    }, tickMs)
    return () => clearInterval(timer)
  }, [end])
  return now
}

/** Returns a function that notifies the other side of typing, but not for every letter. */
export function useNotifyTyping(userId: number): () => void {
  const lastSent = useRef({ userId: 0, at: 0 })
  return () => {
    if (lastSent.current.userId === userId && Date.now() - lastSent.current.at < typingSentEveryMs) return
    lastSent.current = { userId, at: Date.now() }
    void call(sendTyping, { params: { userId } }).catch(() => {})
  }
}
