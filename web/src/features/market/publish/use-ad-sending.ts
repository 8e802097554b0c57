import type { Item } from '@rootsquare/contract/trade/market'
import { useEffect, useRef, useState, type RefObject } from 'react'
import {
  editOf,
  fetchItem,
  newItemOf,
  useCreateItem,
  useUpdateItem,
} from '#web/features/market/publish/ad-api.ts'
import { keyFor, type Ad } from '#web/features/market/publish/ad-draft.ts'
import { adErrorsFrom, tooLong, adErrorsIn, type AdErrors } from '#web/features/market/publish/ad-errors.ts'
import type { AdForm } from '#web/features/market/publish/use-ad-form.ts'
import { picturesErrorIn } from '#web/entities/uploads/use-pictures.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { isRejection } from '#web/lib/net/server-message.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type Handlers = {
  /** Called only while the form is still open. */
  onClose: () => void
  onDone: (item: Item) => void
  onErrors: (found: AdErrors) => void
}
type Outcome = { item: Item; message: string | undefined } | null

/** Checks and sends the form. An error is shown at its field if the server names one, otherwise in the form. */
export function useAdSending(form: AdForm, { onClose, onDone, onErrors }: Handlers) {
  const { send, isBusy } = useSend(form, onClose)
  const { errors, showErrors, change } = useAdErrors(form, onErrors)
  const [failed, setFailed] = useState<string | null>(null)
  const isOpen = useIsOpen()

  function finish(outcome: Outcome): void {
    form.forget()
    if (outcome === null) return
    showSnackbar('success', outcome.message ?? 'Your item has been saved.')
    onDone(outcome.item)
  }

  async function reject(failure: unknown): Promise<void> {
    if (!isOpen.current) return void showSnackbar('error', errorText(failure))
    if (await reloadIfStockChanged(form, failure)) return void showErrors({ stock: errorText(failure) })
    // The server would answer the same rejection to the same key.
    if (isRejection(failure)) form.setSent(null)
    const isAtField = failure instanceof CallError && showErrors(adErrorsFrom(failure.fields))
    if (!isAtField) setFailed(errorText(failure))
  }

  function submit(): void {
    if (isBusy) return
    clearSnackbars()
    setFailed(null)
    if (!showErrors(formErrors(form))) void send().then(finish, reject)
  }

  return { errors, failed, isBusy, submit, change }
}

/** Once the form is closed, a failure is shown in a snackbar instead. */
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

function useSend(form: AdForm, onClose: () => void) {
  const create = useCreateItem()
  const update = useUpdateItem(form.setKnown)

  async function publish(): Promise<Outcome> {
    const body = newItemOf(form.ad, form.delivery)
    const sent = keyFor(form.sent, body)
    form.setSent(sent)
    const { data, message } = await create.mutateAsync({ body, key: sent.key }, { onSuccess: onClose })
    return { item: data, message }
  }

  async function save(item: Item): Promise<Outcome> {
    const { change, ...edit } = editOf(item, form.before, form.ad)
    const expected = change.stock === undefined ? {} : { expectedStock: form.stockBefore ?? item.stock }
    return update.mutateAsync({ ...edit, change: { ...change, ...expected } }, { onSuccess: onClose })
  }

  const send = () => (form.known === undefined ? publish() : save(form.known))
  return { send, isBusy: create.isPending || update.isPending }
}

/** Somebody has bought meanwhile: the form loads how many are left, and the person decides. */
async function reloadIfStockChanged(form: AdForm, failure: unknown): Promise<boolean> {
  const isChanged = failure instanceof CallError && failure.code === 'STOCK_CHANGED'
  const now = isChanged && form.known ? await fetchItem(form.known.id).catch(() => null) : null
  if (now !== null) form.setKnown(now)
  return now !== null
}

/** An error is shown until its field is changed. */
function useAdErrors(form: AdForm, onFound: (found: AdErrors) => void) {
  const [shown, setShown] = useState<AdErrors>({})

  function showErrors(found: AdErrors): boolean {
    const isAny = Object.keys(found).length > 0
    setShown(found)
    if (isAny) onFound(found)
    return isAny
  }

  function change(part: Partial<Ad>): void {
    form.change(part)
    const changed = { ...part, ...part.delivery }
    setShown((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in changed))))
  }

  const { pictures, ...others } = shown
  // Uploads end by themselves, so the error of the pictures is shown only as long as it is true.
  const isPicturesErrorShown =
    pictures !== undefined && (pictures === pictureError(form) || pictureError(form) === null)
  const errors = { ...others, ...(isPicturesErrorShown && { pictures }), ...tooLong(form.ad) }
  return { errors, showErrors, change }
}

/** The categories of an existing item cannot be changed, so they are not checked. */
function formErrors(form: AdForm): AdErrors {
  const { genreIds, ...found } = adErrorsIn(form.ad)
  const picture = pictureError(form)
  return {
    ...(picture !== null && { pictures: picture }),
    ...found,
    ...(form.known === undefined && genreIds !== undefined && { genreIds }),
  }
}

/** An item that was created without a picture may stay without one. */
function pictureError({ known, pictures }: AdForm): string | null {
  return picturesErrorIn(pictures.pictures, known === undefined || known.imageUrl !== null)
}
