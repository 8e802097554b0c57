import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { addressOf, isAsWritten, readRange, type RangeChange } from '#web/features/analytics/range-search.ts'
import { todayInLagos } from '#web/lib/format/days.ts'

export function useRangeSearch() {
  const router = useRouter()
  const navigate = useNavigate()
  const today = todayInLagos()
  const search = useSearch({ strict: false })
  const isAsTheAppWrites = isAsWritten(search, today)

  const write = useCallback(
    (changes: RangeChange, isReplaced: boolean) =>
      navigate({
        to: '.',
        search: (now) => {
          const own = addressOf(now, changes, today)
          // Always in the same order.
          return { ...own, ...now, ...own }
        },
        replace: isReplaced,
        state: { keepsFocus: true },
        resetScroll: false,
      }),
    [navigate, today],
  )

  useEffect(() => {
    if (!isAsTheAppWrites) void write({}, true)
  }, [isAsTheAppWrites, write])

  return {
    range: readRange(search, today),
    change: (changes: RangeChange) => {
      // The history entry of a calendar is replaced, so that Back does not lead to a closed calendar.
      const isInLayer = (router.history.location.state.layers ?? []).length > 0
      // Back undoes only changes of the dates. Arrow keys run through the granularities, and each would be a step.
      void write(changes, isInLayer || changes.days === undefined)
    },
  }
}
