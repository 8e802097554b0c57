import type { Profile } from '@rootsquare/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupOf } from '#web/entities/groups/groups-api.ts'
import { dayText, greetingIn, partOfDay } from '#web/pages/home/greeting-text.ts'
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
      <p>{dayText(now)} in your square</p>
    </div>
  )
}
