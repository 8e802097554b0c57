import type { Profile } from '@rootsquare/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupOf } from '#web/entities/groups/groups-api.ts'
import { dayText, greetingIn, partOfDay } from '#web/pages/home/greeting-text.ts'
import classes from './greeting.module.css'

/** In the language of the member's group where it is known, else in English. */
export function Greeting({ profile }: { profile: Profile | undefined }) {
  const [now] = useState(() => new Date())
  const groupId = profile?.groupId ?? null
  const group = useQuery({ ...groupOf(groupId ?? 0), enabled: groupId !== null })
  const part = partOfDay(now)
  // The name comes with the language, so that the greeting does not change a moment later.
  const isKnown = profile !== undefined && (groupId === null || !group.isPending)
  const greeting = greetingIn(isKnown ? group.data?.greeting : null, part) ?? `Good ${part}`
  return (
    <div className={classes.greeting}>
      <h1 className={['display', classes.hello].join(' ')}>
        {isKnown ? `${greeting}, ${profile.firstname}` : greeting}
      </h1>
      <p>{dayText(now)} in your square</p>
    </div>
  )
}
