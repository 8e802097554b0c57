import type { Profile } from '@rootsquare/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupOf } from '#web/features/groups/api.ts'
import { partOfDay, weekdayText } from '#web/lib/time.ts'
import type { PartOfDay } from '#web/lib/time.ts'
import classes from './greeting.module.css'

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
      <p>
        {weekdayText(now)} {part} in your square
      </p>
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
