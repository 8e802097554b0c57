import type { Item } from '@rootsquare/contract/market'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { itemNow, useCreateItem, useUpdateItem } from '#web/features/market/ad-api.ts'
import { editOf, newItemOf } from '#web/features/market/ad-content.ts'
import { keyFor } from '#web/features/market/ad-draft.ts'
import { troublesFrom } from '#web/features/market/ad-troubles.ts'
import type { Troubles } from '#web/features/market/ad-troubles.ts'
import type { AdDesk } from '#web/features/market/use-ad-desk.ts'
import { troublesOf, useAdTroubles } from '#web/features/market/use-ad-troubles.ts'
import { CallFailure } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { isRefusal } from '#web/lib/said-by-server.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/snackbar-queue.ts'

type Deeds = {
  /** Only while the form is still open. */
  onClose: () => void
  onDone: (item: Item) => void
  onTrouble: (found: Troubles) => void
}
type Outcome = { item: Item; message: string | undefined } | null

/** Checks the form, sends it, and says what became of it: at the fields where they are named, else in the form. */
export function useAdSending(desk: AdDesk, { onClose, onDone, onTrouble }: Deeds) {
  const { send, isBusy } = useSend(desk, onClose)
  const { troubles, complain, change } = useAdTroubles(desk, onTrouble)
  const [failed, setFailed] = useState<string | null>(null)
  const isOpen = useIsOpen()

  function finish(outcome: Outcome): void {
    desk.forget()
    if (outcome === null) return
    showSnackbar('success', outcome.message ?? 'Your item has been saved.')
    onDone(outcome.item)
  }

  async function refuse(failure: unknown): Promise<void> {
    if (!isOpen.current) return void showSnackbar('error', failureText(failure))
    if (await isStockMet(desk, failure)) return void complain({ stock: failureText(failure) })
    // The server would give the same no to the same key.
    if (isRefusal(failure)) desk.setSent(null)
    const isAtField = failure instanceof CallFailure && complain(troublesFrom(failure.fields))
    if (!isAtField) setFailed(failureText(failure))
  }

  function submit(): void {
    if (isBusy) return
    clearSnackbars()
    setFailed(null)
    if (!complain(troublesOf(desk))) void send().then(finish, refuse)
  }

  return { troubles, failed, isBusy, submit, change }
}

/** What fails after the form was closed is told elsewhere. */
function useIsOpen(): RefObject<boolean> {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return isOpen
}

function useSend(desk: AdDesk, onClose: () => void) {
  const create = useCreateItem()
  const update = useUpdateItem(desk.meet)

  async function publish(): Promise<Outcome> {
    const body = newItemOf(desk.ad)
    const sent = keyFor(desk.sent, body)
    desk.setSent(sent)
    const { data, message } = await create.mutateAsync({ body, key: sent.key }, { onSuccess: onClose })
    return { item: data, message }
  }

  async function save(item: Item): Promise<Outcome> {
    const { change, ...edit } = editOf(item, desk.before, desk.ad)
    const expected = change.stock === undefined ? {} : { expectedStock: desk.stockBefore ?? item.stock }
    return update.mutateAsync({ ...edit, change: { ...change, ...expected } }, { onSuccess: onClose })
  }

  const send = () => (desk.known === undefined ? publish() : save(desk.known))
  return { send, isBusy: create.isPending || update.isPending }
}

/** Somebody has bought meanwhile: the form learns how many are left, and the person decides. */
async function isStockMet(desk: AdDesk, failure: unknown): Promise<boolean> {
  const isChanged = failure instanceof CallFailure && failure.code === 'STOCK_CHANGED'
  const now = isChanged && desk.known ? await itemNow(desk.known.id).catch(() => null) : null
  if (now !== null) desk.meet(now)
  return now !== null
}
