import type { Item } from '@rootsquare/contract/market'
import { useId, useState } from 'react'
import type { SubmitEvent } from 'react'
import { AdCategories } from '#web/features/market/publish/ad-categories.tsx'
import { AdDisapproval, AdWarning } from '#web/features/market/publish/ad-notes.tsx'
import { AdPictures } from '#web/features/market/publish/ad-pictures.tsx'
import { AdTexts } from '#web/features/market/publish/ad-texts.tsx'
import { adFields } from '#web/features/market/publish/ad-errors.ts'
import type { Troubles } from '#web/features/market/publish/ad-errors.ts'
import { DeleteItemDialog } from '#web/features/market/item/delete-item-dialog.tsx'
import { useAdDesk } from '#web/features/market/publish/use-ad-form.ts'
import type { AdDesk } from '#web/features/market/publish/use-ad-form.ts'
import { useAdSending } from '#web/features/market/publish/use-ad-sending.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DraftStatus } from '#web/ui/feedback/draft-status.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './ad-dialog.module.css'

type AdDialogProps = {
  /** The one to change; without it a new one is offered. */
  item?: Item
  onClose: () => void
  /** Once it is saved, also where the dialog was closed before the answer came; null where it was deleted. */
  onDone?: (item: Item | null) => void
}

/** Publishes an item, or changes one. What was typed waits for the next time it is opened. */
export function AdDialog(props: AdDialogProps) {
  const session = useSession()
  return session && <Ad key={props.item?.id ?? 0} memberId={session.userId} {...props} />
}

const lostWords = 'A picture was still on its way and is not kept. Please choose it again.'

function Ad({ memberId, item, onClose, onDone }: AdDialogProps & { memberId: number }) {
  const formId = useId()
  const desk = useAdDesk(memberId, item)
  const sending = useAdSending(desk, {
    onClose,
    onDone: (saved) => onDone?.(saved),
    onTrouble: (found) => focusFirst(formId, found),
  })
  const { troubles, isBusy } = sending
  const { known } = desk

  function close(): void {
    onClose()
    if (isPictureComing(desk)) showSnackbar('warning', lostWords)
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    sending.submit()
  }

  const footer = (
    <>
      {known && <AdWarning item={known} ad={desk.ad} isPictureComing={isPictureComing(desk)} />}
      {sending.failed !== null && (
        <div className={classes.failed} role="alert">
          <Notice kind="error">{sending.failed}</Notice>
        </div>
      )}
      {known && <DeleteButton desk={desk} item={known} onClose={onClose} onDone={onDone} />}
      <Button look="outline" onClick={close}>
        Cancel
      </Button>
      <SendButton desk={desk} formId={formId} isBusy={isBusy} />
    </>
  )
  return (
    <Dialog isOpen onClose={close} title={known ? 'Update Item' : 'Publish ads'} width={680} footer={footer}>
      <form id={formId} className={classes.form} noValidate onSubmit={submit}>
        {desk.isRestored && <DraftStatus onDiscard={desk.discard} />}
        {known && <AdDisapproval item={known} />}
        <AdPictures shelf={desk.pictures} trouble={troubles.pictures} isBusy={isBusy} />
        <AdTexts desk={desk} sending={sending} />
        {known === undefined && (
          <AdCategories
            chosen={desk.ad.genreIds}
            trouble={troubles.genreIds}
            isBusy={isBusy}
            onChange={(genreIds) => sending.change({ genreIds })}
          />
        )}
      </form>
    </Dialog>
  )
}

function isPictureComing({ pictures: { pictures } }: AdDesk): boolean {
  return pictures.some(({ progress }) => progress.is === 'pending')
}

type SendButtonProps = { desk: AdDesk; formId: string; isBusy: boolean }

/** A new item is nothing without its picture; one that stands has had it. */
function SendButton({ desk, formId, isBusy }: SendButtonProps) {
  const isNew = desk.known === undefined
  const isReady = desk.pictures.pictures[0]?.progress.is === 'done'
  return (
    <Button type="submit" form={formId} isBusy={isBusy} disabled={isNew && !isReady}>
      {isNew ? 'Add' : 'Update'}
    </Button>
  )
}

type DeleteButtonProps = { desk: AdDesk; item: Item } & Pick<AdDialogProps, 'onClose' | 'onDone'>

function DeleteButton({ desk, item, onClose, onDone }: DeleteButtonProps) {
  const [isAsked, setAsked] = useState(false)

  function leave(): void {
    desk.forget()
    onClose()
    onDone?.(null)
  }

  return (
    <div className={classes.delete}>
      <Button look="outline" onClick={() => setAsked(true)}>
        Delete item
      </Button>
      {isAsked && <DeleteItemDialog item={item} onClose={() => setAsked(false)} onDeleted={leave} />}
    </div>
  )
}

function focusFirst(formId: string, found: Troubles): void {
  const first = adFields.find((field) => found[field] !== undefined)
  const box = document.getElementById(formId)?.querySelector(`[data-field="${first}"]`)
  box?.querySelector<HTMLElement>('input:not([hidden]), textarea, button')?.focus()
}
