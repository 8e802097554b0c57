import type { MemberEntry } from '@rootsquare/contract/profiles'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { membersFound } from '#web/entities/members/members-api.ts'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { useListbox } from '#web/ui/fields/combobox.ts'

const debounceMs = 300

export type MemberSearchState = ReturnType<typeof useMemberSearch>

export function useMemberSearch(onChoose: (member: MemberEntry) => void) {
  const [typed, setTyped] = useState('')
  // Usernames are shown with an @, so members also type and paste them with it.
  const text = typed.trim().replace(/^@\s*/, '')
  const debounced = useDebounced(text, debounceMs)
  const searched = text === '' ? '' : debounced
  const query = useQuery({ ...membersFound(searched), placeholderData: keepPreviousData })
  const isSettling = text !== searched || query.isPlaceholderData || query.isPending
  const hasFailed = !isSettling && query.isError && !query.isFetching
  const found = text === '' || hasFailed ? [] : (query.data?.content ?? [])
  const total = query.data?.totalElements ?? 0
  const list = useListbox({
    label: 'Users',
    options: found,
    keyOf: ({ id }) => id,
    activeOf: (reached) => (isSettling ? undefined : (reached ?? found[0])),
    wraps: true,
    onChoose(member) {
      setTyped('')
      onChoose(member)
    },
  })
  return {
    typed,
    list,
    isOpen: list.isOpen && text !== '',
    found,
    /** Whether `found` belongs to an earlier text, because the answer for the current one has not arrived. */
    isSettling,
    hasFailed,
    /** The text that is shown instead of the list or below it. */
    statusText: hasFailed ? errorText(query.error) : statusTextFor(isSettling, found.length, total),
    type(value: string): void {
      setTyped(value)
      list.restart()
    },
    retry: () => void query.refetch(),
  }
}

function statusTextFor(isSettling: boolean, shown: number, total: number): string | undefined {
  if (shown === 0) return isSettling ? 'Searching…' : 'User not found'
  if (isSettling || total <= shown) return undefined
  return `${shown} of ${total}. Type more of the name to find others.`
}
