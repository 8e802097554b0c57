import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { askProvider, orderKeys } from '#web/features/orders/api.ts'
import { valueOf } from '#web/lib/kept.ts'
import { showSnackbar } from '#web/ui/snackbar-queue.ts'

/** Until the provider knows for sure; after the last of them it tells the server by itself. */
const pausesMs = [2000, 4000, 8000, 16_000, 30_000]

export type Return = 'asking' | 'unknown' | null

/** The provider sends people back with its reference in the address: the server is made to ask what became of it. */
export function useReturn(reference: string): Return {
  const queryClient = useQueryClient()
  const isBack = useIsBack()
  const { data, errorUpdateCount, dataUpdatedAt, ...asked } = useQuery({
    queryKey: [...orderKeys.bought, 'asked', reference] as const,
    queryFn: async () => {
      const { orderStatus, held } = await askProvider(queryClient, reference)
      void queryClient.invalidateQueries({ queryKey: [...orderKeys.bought, 'tab'] })
      return { orderStatus, held }
    },
    enabled: isBack,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => {
      const isOpen = state.data === undefined || (state.data.orderStatus === 'PENDING' && !state.data.held)
      const times = state.dataUpdateCount + state.errorUpdateCount
      return isOpen && times > 0 && (pausesMs[times - 1] ?? false)
    },
  })
  const isPaid = data?.orderStatus === 'PROCESSING'
  useEffect(() => {
    if (isPaid) showSnackbar('success', 'Thank you. Your payment has arrived.')
  }, [isPaid])
  return null
}

/** Remembered while the page stands; the address is cleaned at once, so that a reload or a copied link asks nothing. */
function useIsBack(): boolean {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const isNamed = ['reference', 'trxref'].some((name) => valueOf(search, name) !== undefined)
  const [isBack, setBack] = useState(isNamed)
  useEffect(() => {
    if (!isNamed) return
    setBack(true)
    void navigate({ to: '.', search: {}, replace: true, state: { keepsFocus: true }, resetScroll: false })
  }, [isNamed, navigate])
  return isBack
}
