import type { Order } from '@rootsquare/contract/orders'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { askProvider, orderKeys } from '#web/features/orders/list/api.ts'
import { askUntilKnown } from '#web/features/orders/payment/poll-until-settled.ts'
import { valueOf } from '#web/lib/storage/saved-json.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

/** `unheard`: asked often enough, and no payment has arrived. */
export type Return = 'asking' | 'unheard' | null

/** The provider sends people back with its reference in the address: the server is made to ask what became of it. */
export function useReturn(reference: string): Return {
  const queryClient = useQueryClient()
  const isBack = useIsBack()
  const [isUnheard, setUnheard] = useState(false)
  useEffect(() => {
    if (!isBack) return
    const leaving = new AbortController()
    const tell = (order: Order | null) => {
      if (leaving.signal.aborted) return
      setUnheard(order === null)
      if (order?.orderStatus === 'PROCESSING') showSnackbar('success', 'Thank you. Your payment has arrived.')
      void queryClient.invalidateQueries({ queryKey: orderKeys.bought })
    }
    void askUntilKnown(() => askProvider(queryClient, reference), leaving.signal).then(tell)
    return () => leaving.abort()
  }, [isBack, queryClient, reference])
  if (!isBack) return null
  return isUnheard ? 'unheard' : 'asking'
}

/** Remembered while the page stands; the address is cleaned at once, so that a reload or a copied link asks nothing. */
function useIsBack(): boolean {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const isNamed = ['reference', 'trxref'].some((name) => valueOf(search, name) !== undefined)
  const [isBack] = useState(isNamed)
  useEffect(() => {
    if (!isNamed) return
    void navigate({ to: '.', search: {}, replace: true, state: { keepsFocus: true }, resetScroll: false })
  }, [isNamed, navigate])
  return isBack
}
