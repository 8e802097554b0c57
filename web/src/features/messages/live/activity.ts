import { askPresence, sendTyping, systemId } from '@rootsquare/contract/messages'
import { queryOptions, skipToken, useQuery, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#web/lib/net/call.ts'
import { isOffline } from '#web/lib/net/wait.ts'

/** Both times are by the clock of this device. */
type Signals = { typingUntil: number; onlineUntil: number }
export type Activity = 'typing…' | 'online' | null

const typingShownMs = 6000
const typingSentEveryMs = 3000
const askEveryMs = 30_000
/** Longer than it takes to ask again. */
const onlineShownMs = 40_000
const none: Signals = { typingUntil: 0, onlineUntil: 0 }

const signalsOf = (userId: number) =>
  queryOptions<Signals>({ queryKey: ['activity', userId], queryFn: skipToken, staleTime: Infinity })

/** What an event says. Whoever types is online too. */
export function activityOf(event: 'typing' | 'presence'): Partial<Signals> {
  const onlineUntil = Date.now() + onlineShownMs
  return event === 'typing' ? { typingUntil: Date.now() + typingShownMs, onlineUntil } : { onlineUntil }
}

export function noteActivity(queryClient: QueryClient, userId: number, signals: Partial<Signals>): void {
  queryClient.setQueryData(signalsOf(userId).queryKey, (before) => ({ ...none, ...before, ...signals }))
}

/** What the other side of an open conversation is doing now; null where nothing is known. */
export function useActivity(userId: number, canWrite: boolean): Activity {
  useAsking(userId, canWrite && userId !== systemId)
  const { typingUntil, onlineUntil } = useQuery(signalsOf(userId)).data ?? none
  const now = useNowUntil(Math.max(typingUntil, onlineUntil))
  if (typingUntil > now) return 'typing…'
  return onlineUntil > now ? 'online' : null
}

/** The questions of the open conversations, and about whom they are. */
const questions = new Map<() => void, number>()

/** Answers to what was asked before the stream was open are lost. */
export function askAgain(): void {
  for (const ask of questions.keys()) ask()
}

/** Whoever writes or reads has a page open, but only the server knows whether they show it. */
export function askUnlessOnline(queryClient: QueryClient, userId: number): void {
  const { onlineUntil } = queryClient.getQueryData(signalsOf(userId).queryKey) ?? none
  if (onlineUntil > Date.now()) return
  for (const [ask, askedId] of questions) if (askedId === userId) ask()
}

/** The answer comes by the stream, or not at all. A failed call is no loss: the next one comes soon. */
function useAsking(userId: number, isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return
    const ask = () => {
      if (!document.hidden && !isOffline()) void call(askPresence, { params: { userId } }).catch(() => {})
    }
    ask()
    questions.set(ask, userId)
    const timer = setInterval(ask, askEveryMs)
    return () => {
      questions.delete(ask)
      clearInterval(timer)
    }
  }, [userId, isAsked])
}

const tickMs = 1000

/** The time, which goes on every second until then. */
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

let lastSent = { userId: 0, at: 0 }

/** Not for every letter. */
export function notifyTyping(userId: number): void {
  if (lastSent.userId === userId && Date.now() - lastSent.at < typingSentEveryMs) return
  lastSent = { userId, at: Date.now() }
  void call(sendTyping, { params: { userId } }).catch(() => {})
}
