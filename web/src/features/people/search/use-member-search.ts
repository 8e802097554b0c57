import type { MemberEntry } from '@rootsquare/contract/profiles'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { membersFound } from '#web/entities/members/members-api.ts'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'
import { errorText } from '#web/lib/net/error-text.ts'

const debounceMs = 300

export type MemberSearchState = ReturnType<typeof useMemberSearch>

export function useMemberSearch() {
  const [typed, setTyped] = useState('')
  const [isExpanded, setExpanded] = useState(false)
  const [activeId, setActiveId] = useState<number | null>(null)
  // Usernames are shown with an @, so members also type and paste them with it.
  const text = typed.trim().replace(/^@\s*/, '')
  const debounced = useDebounced(text, debounceMs)
  const searched = text === '' ? '' : debounced
  const query = useQuery({ ...membersFound(searched), placeholderData: keepPreviousData })
  const isSettling = text !== searched || query.isPlaceholderData || query.isPending
  const hasFailed = !isSettling && query.isError && !query.isFetching
  const found = text === '' || hasFailed ? [] : (query.data?.content ?? [])
  const total = query.data?.totalElements ?? 0
  const selected = found.find(({ id }) => id === activeId)
  return {
    typed,
    isOpen: isExpanded && text !== '',
    found,
    /** The member that Enter chooses. */
    active: isSettling ? undefined : (selected ?? found[0]),
    /** Whether `found` belongs to an earlier text, because the answer for the current one has not arrived. */
    isSettling,
    hasFailed,
    /** The text that is shown instead of the list or below it. */
    statusText: hasFailed
      ? errorText(query.error)
      : statusTextFor({ isSettling, shown: found.length, total }),
    type: (value: string) => {
      setTyped(value)
      setActiveId(null)
      setExpanded(true)
    },
    open: () => setExpanded(true),
    close: () => setExpanded(false),
    activate: (member: MemberEntry | undefined) => setActiveId(member?.id ?? null),
    retry: () => void query.refetch(),
  }
}

type Shown = { isSettling: boolean; shown: number; total: number }

function statusTextFor({ isSettling, shown, total }: Shown): string | undefined {
  if (shown === 0) return isSettling ? 'Searching…' : 'User not found'
  if (isSettling || total <= shown) return undefined
  return `${shown} of ${total}. Type more of the name to find others.`
}
