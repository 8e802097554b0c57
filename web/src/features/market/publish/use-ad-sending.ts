import type { Item } from '@rootsquare/contract/market'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { itemNow, useCreateItem, useUpdateItem } from '#web/features/market/publish/ad-api.ts'
import { editOf, newItemOf } from '#web/features/market/publish/ad-content.ts'
import { keyFor } from '#web/features/market/publish/ad-draft.ts'
import { troublesFrom } from '#web/features/market/publish/ad-errors.ts'
import type { Troubles } from '#web/features/market/publish/ad-errors.ts'
import type { AdDesk } from '#web/features/market/publish/use-ad-form.ts'
import { troublesOf, useAdTroubles } from '#web/features/market/publish/use-ad-errors.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { isRejection } from '#web/lib/net/server-message.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

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
    if (!isOpen.current) return void showSnackbar('error', errorText(failure))
    if (await isStockMet(desk, failure)) return void complain({ stock: errorText(failure) })
    // The server would give the same no to the same key.
    if (isRejection(failure)) desk.setSent(null)
    const isAtField = failure instanceof CallError && complain(troublesFrom(failure.fields))
    if (!isAtField) setFailed(errorText(failure))
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
  const isChanged = failure instanceof CallError && failure.code === 'STOCK_CHANGED'
  const now = isChanged && desk.known ? await itemNow(desk.known.id).catch(() => null) : null
  if (now !== null) desk.meet(now)
  return now !== null
}
