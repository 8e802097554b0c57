import type { MemberEntry } from '@rootsquare/contract/accounts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { membersFound } from '#web/entities/members/members-api.ts'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'
import { errorText } from '#web/lib/net/error-text.ts'

const pauseMs = 300

export type UserSearch = {
  typed: string
  isOpen: boolean
  found: MemberEntry[]
  /** The one that Enter takes. */
  active: MemberEntry | undefined
  /** Of what was found before; the answer to what stands in the field is still to come. */
  isSettling: boolean
  /** What to say instead of, or below, the list. */
  text: string | undefined
  hasFailed: boolean
  type: (text: string) => void
  open: () => void
  close: () => void
  activate: (member: MemberEntry | undefined) => void
  retry: () => void
}

export function useUserSearch(): UserSearch {
  const [typed, setTyped] = useState('')
  const [isUnfolded, setUnfolded] = useState(false)
  const [activeId, setActiveId] = useState<number | null>(null)
  // As usernames are shown everywhere, and so written or pasted.
  const sought = typed.trim().replace(/^@\s*/, '')
  const paused = useDebounced(sought, pauseMs)
  const asked = sought === '' ? '' : paused
  const query = useQuery({ ...membersFound(asked), placeholderData: keepPreviousData })
  const isSettling = sought !== asked || query.isPlaceholderData || query.isPending
  const hasFailed = !isSettling && query.isError && !query.isFetching
  const found = sought === '' || hasFailed ? [] : (query.data?.content ?? [])
  const total = query.data?.totalElements ?? 0
  const reached = found.find(({ id }) => id === activeId)
  return {
    typed,
    isOpen: isUnfolded && sought !== '',
    found,
    active: isSettling ? undefined : (reached ?? found[0]),
    isSettling,
    hasFailed,
    text: hasFailed ? errorText(query.error) : textFor({ isSettling, shown: found.length, total }),
    type: (text) => {
      setTyped(text)
      setActiveId(null)
      setUnfolded(true)
    },
    open: () => setUnfolded(true),
    close: () => setUnfolded(false),
    activate: (member) => setActiveId(member?.id ?? null),
    retry: () => void query.refetch(),
  }
}

type Shown = { isSettling: boolean; shown: number; total: number }

function textFor({ isSettling, shown, total }: Shown): string | undefined {
  if (shown === 0) return isSettling ? 'Searching…' : 'User not found'
  if (isSettling || total <= shown) return undefined
  return `${shown} of ${total}. Type more of the name to find others.`
}
