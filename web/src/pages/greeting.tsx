import type { Profile } from '@rootsquare/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupOf } from '#web/features/groups/api.ts'
import classes from './greeting.module.css'

const weekday = new Intl.DateTimeFormat('en-NG', { weekday: 'long' })
/** Until then it is still the night of the day before. */
const nightEndsAt = 5

type PartOfDay = 'morning' | 'afternoon' | 'evening'

/** In the words of the member's people where they are known, else in English. */
export function Greeting({ profile }: { profile: Profile | undefined }) {
  const [now] = useState(() => new Date())
  const groupId = profile?.groupId ?? null
  const group = useQuery({ ...groupOf(groupId ?? 0), enabled: groupId !== null })
  const part = partOfDay(now)
  // Said once: a greeting that changes its language a moment later is none.
  const isKnown = profile !== undefined && (groupId === null || !group.isPending)
  const words = greetingIn(isKnown ? group.data?.greeting : null, part) ?? `Good ${part}`
  return (
    <div className={classes.greeting}>
      <h1 className={['display', classes.hello].join(' ')}>
        {isKnown ? `${words}, ${profile.firstname}` : words}
      </h1>
      <p>{dayText(now)} in your square</p>
    </div>
  )
}

/** `Mesiere (good morning)`: the words, then what they mean. None where they belong to another part of the day. */
function greetingIn(greeting: string | null | undefined, part: PartOfDay): string | null {
  const [, words = '', meaning = ''] = /^([^(]*)(?:\(([^)]*)\))?/.exec(greeting ?? '') ?? []
  const named = /morning|afternoon|evening|night/.exec(meaning)?.[0]
  const isOfNow = named === undefined || named === part
  return isOfNow && words.trim() !== '' ? words.trim() : null
}

/** By the clock of the person who looks, wherever they are. */
function partOfDay(now: Date): PartOfDay {
  const hour = now.getHours()
  if (hour >= nightEndsAt && hour < 12) return 'morning'
  return hour >= 12 && hour < 17 ? 'afternoon' : 'evening'
}

/** 'Sunday evening', and 'Sunday night' on into Monday. */
function dayText(now: Date): string {
  if (now.getHours() >= nightEndsAt) return `${weekday.format(now)} ${partOfDay(now)}`
  const dayBefore = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  return `${weekday.format(dayBefore)} night`
}
