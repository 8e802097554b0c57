import { maxImages, type Item } from '@rootsquare/contract/trade/market'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { uploadedIn, usePictures, picturesErrorIn } from '#web/entities/uploads/use-pictures.ts'
import {
  lastDelivery,
  changedFieldsOf,
  fetchItem,
  newItemOf,
  useCreateItem,
  useUpdateItem,
  type SavedItem,
} from '#web/features/market/publish/ad-api.ts'
import {
  AdDraft,
  formValuesOf,
  adChangesIn,
  deliveryTextOf,
  keyFor,
} from '#web/features/market/publish/ad-draft.ts'
import type { Ad } from '#web/features/market/publish/ad-draft.ts'
import {
  adErrorsFrom,
  lengthErrorsIn,
  adErrorsIn,
  type AdErrors,
} from '#web/features/market/publish/ad-errors.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { isRejection } from '#web/lib/net/server-message.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { saveDraft, savedDraft } from '#web/lib/storage/use-draft.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

const pictureLimit = { most: maxImages + 1, tooMany: `An item holds at most ${maxImages + 1} pictures.` }

export type AdForm = ReturnType<typeof useAdForm>

/** `known` is the item as the server last sent it. */
type FormState = Omit<AdDraft, 'ad'> & { typed: Ad; known: Item | undefined; isRestored: boolean }

/** The draft is saved with every change until it is sent or discarded. */
export function useAdForm(memberId: number, item: Item | undefined) {
  const key = { what: 'ad', memberId, id: item?.id ?? 0 }
  const [{ typed, ...form }, setState] = useState(() => initialState(item, savedDraft(key, AdDraft)))
  const pictures = usePictures(typed.pictures, pictureLimit)
  const { data: last } = useQuery({ ...lastDelivery(memberId), enabled: item === undefined })
  const isDone = useRef(false)
  const { known, stockBefore, sent } = form
  const before = formValuesOf(known)
  const ad: Ad = { ...typed, pictures: uploadedIn(pictures.pictures) }
  const delivery = ad.delivery ?? deliveryTextOf(known?.delivery ?? last)

  useEffect(() => {
    if (isDone.current || currentSession()?.userId !== memberId) return
    const changes = adChangesIn(before, ad)
    saveDraft(key, Object.keys(changes).length === 0 ? null : { ad: changes, stockBefore, sent })
  })

  const patch = (part: Partial<FormState>) => setState((now) => ({ ...now, ...part }))
  const change = (part: Partial<Ad>) => setState((now) => ({ ...now, typed: { ...now.typed, ...part } }))
  const setKnown = (now: Item) => patch({ known: now, stockBefore: now.stock })
  const setSent = (next: AdDraft['sent']) => patch({ sent: next })

  function discard(): void {
    setState(initialState(known, null))
    pictures.startOver(before.pictures)
  }

  function clearDraft(): void {
    isDone.current = true
    saveDraft(key, null)
  }

  return { ...form, before, ad, delivery, pictures, change, setKnown, setSent, discard, clearDraft }
}

function initialState(item: Item | undefined, saved: AdDraft | null): FormState {
  return {
    typed: { ...formValuesOf(item), ...saved?.ad },
    known: item,
    stockBefore: saved?.stockBefore ?? item?.stock ?? null,
    sent: saved?.sent ?? null,
    isRestored: saved !== null,
  }
}

type Handlers = {
  /** Called only while the form is still open. */
  onClose: () => void
  onDone: (item: Item) => void
  onErrors: (found: AdErrors) => void
}

/** Checks and sends the form. An error appears at its field if the server names one, otherwise above the buttons. */
export function useAdSending(form: AdForm, { onClose, onDone, onErrors }: Handlers) {
  const { send, isBusy } = useSend(form, onClose)
  const { errors, showErrors, change } = useAdErrors(form, onErrors)
  const [failed, setFailed] = useState<string | null>(null)
  const isOpen = useRef(true)

  // If the form is already closed, a failure is shown in a snackbar instead.
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  function finish(outcome: SavedItem | null): void {
    form.clearDraft()
    if (outcome === null) return
    showSnackbar('success', outcome.message ?? 'Your item has been saved.')
    onDone(outcome.data)
  }

  async function reject(failure: unknown): Promise<void> {
    if (!isOpen.current) return void showSnackbar('error', errorText(failure))
    if (await reloadIfStockChanged(form, failure)) return void showErrors({ stock: errorText(failure) })
    // A new key is needed, because the server answers a used key with the same rejection again.
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

function useSend(form: AdForm, onClose: () => void) {
  const create = useCreateItem()
  const update = useUpdateItem(form.setKnown)

  function publish(): Promise<SavedItem> {
    const body = newItemOf(form.ad, form.delivery)
    const sent = keyFor(form.sent, body)
    form.setSent(sent)
    return create.mutateAsync({ body, key: sent.key }, { onSuccess: onClose })
  }

  function save(item: Item): Promise<SavedItem | null> {
    const { change, ...edit } = changedFieldsOf(item, form.before, form.ad)
    const expected = change.stock === undefined ? {} : { expectedStock: form.stockBefore ?? item.stock }
    return update.mutateAsync({ ...edit, change: { ...change, ...expected } }, { onSuccess: onClose })
  }

  const send = (): Promise<SavedItem | null> => (form.known === undefined ? publish() : save(form.known))
  return { send, isBusy: create.isPending || update.isPending }
}

/** Loads the current stock after a sale during editing, so that the seller can decide again. */
async function reloadIfStockChanged(form: AdForm, failure: unknown): Promise<boolean> {
  const isChanged = failure instanceof CallError && failure.code === 'STOCK_CHANGED'
  const now = isChanged && form.known ? await fetchItem(form.known.id).catch(() => null) : null
  if (now !== null) form.setKnown(now)
  return now !== null
}

/** Shows an error until its field is changed. */
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
  // Uploads finish without a change of the form, so the picture error is checked again on every render.
  const isPicturesErrorShown =
    pictures !== undefined && (pictures === pictureError(form) || pictureError(form) === null)
  const errors = { ...others, ...(isPicturesErrorShown && { pictures }), ...lengthErrorsIn(form.ad) }
  return { errors, showErrors, change }
}

/** Does not check the categories of an existing item, because they cannot be changed. */
function formErrors(form: AdForm): AdErrors {
  const { genreIds, ...found } = adErrorsIn(form.ad)
  const picture = pictureError(form)
  return {
    ...(picture !== null && { pictures: picture }),
    ...found,
    ...(form.known === undefined && genreIds !== undefined && { genreIds }),
  }
}

/** Allows an item that was created without a picture to stay without one. */
function pictureError({ known, pictures }: AdForm): string | null {
  return picturesErrorIn(pictures.pictures, known === undefined || known.imageUrl !== null)
}
