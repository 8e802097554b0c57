import type { Item } from '@rootsquare/contract/trade/market'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useId, useState, type SubmitEvent } from 'react'
import { DeleteItemDialog } from '#web/features/market/item/delete-item-dialog.tsx'
import { AdCategories } from '#web/features/market/publish/ad-categories.tsx'
import { AdDelivery } from '#web/features/market/publish/ad-delivery.tsx'
import { isUnapproving } from '#web/features/market/publish/ad-api.ts'
import type { Ad } from '#web/features/market/publish/ad-draft.ts'
import { adFields, type AdErrors } from '#web/features/market/publish/ad-errors.ts'
import { PictureList } from '#web/entities/uploads/picture-list.tsx'
import { AdTexts } from '#web/features/market/publish/ad-texts.tsx'
import { useAdForm, type AdForm } from '#web/features/market/publish/use-ad-form.ts'
import { useAdSending } from '#web/features/market/publish/use-ad-sending.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DraftStatus } from '#web/ui/feedback/draft-status.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import classes from './ad-dialog.module.css'

type AdDialogProps = {
  /** Without an item the form creates a new one. */
  item?: Item
  onClose: () => void
  /** Called also if the dialog was closed before the answer came; null if the item was deleted. */
  onDone?: (item: Item | null) => void
}

/** What was typed is restored when it is opened again. */
export function AdDialog(props: AdDialogProps) {
  const session = useSession()
  return session && <Ad key={props.item?.id ?? 0} memberId={session.userId} {...props} />
}

const lostText = 'A picture was still on its way and is not kept. Please choose it again.'

function Ad({ memberId, item, onClose, onDone }: AdDialogProps & { memberId: number }) {
  const formId = useId()
  const form = useAdForm(memberId, item)
  const sending = useAdSending(form, {
    onClose,
    onDone: (saved) => onDone?.(saved),
    onErrors: (found) => focusFirst(formId, found),
  })
  const { errors, isBusy } = sending
  const { known } = form

  function close(): void {
    onClose()
    if (isPictureComing(form)) showSnackbar('warning', lostText)
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    sending.submit()
  }

  const footer = (
    <>
      {known && <AdWarning item={known} ad={form.ad} isPictureComing={isPictureComing(form)} />}
      {sending.failed !== null && (
        <div className={classes.failed} role="alert">
          <Notice kind="error">{sending.failed}</Notice>
        </div>
      )}
      {known && <DeleteButton form={form} item={known} onClose={onClose} onDone={onDone} />}
      <Button variant="outline" onClick={close}>
        Cancel
      </Button>
      <SendButton form={form} formId={formId} isBusy={isBusy} />
    </>
  )
  return (
    <Dialog isOpen onClose={close} title={known ? 'Update Item' : 'Publish ads'} width={680} footer={footer}>
      <form id={formId} className="stack" noValidate onSubmit={submit}>
        {form.isRestored && <DraftStatus onDiscard={form.discard} />}
        {known && <AdDisapproval item={known} />}
        <PictureList
          uploads={form.pictures}
          label="Pictures of the item"
          firstName="Main picture"
          isFirstField
          error={errors.pictures}
          isBusy={isBusy}
        />
        <AdTexts form={form} sending={sending} />
        {known === undefined && (
          <AdCategories
            chosen={form.ad.genreIds}
            error={errors.genreIds}
            isBusy={isBusy}
            onChange={(genreIds) => sending.change({ genreIds })}
          />
        )}
        <AdDelivery
          value={form.delivery}
          errors={errors}
          isBusy={isBusy}
          onChange={(delivery) => sending.change({ delivery })}
        />
      </form>
    </Dialog>
  )
}

function isPictureComing({ pictures: { pictures } }: AdForm): boolean {
  return pictures.some(({ progress }) => progress.is === 'pending')
}

type SendButtonProps = { form: AdForm; formId: string; isBusy: boolean }

/** A new item needs its first picture; an existing one has it. */
function SendButton({ form, formId, isBusy }: SendButtonProps) {
  const isNew = form.known === undefined
  const isReady = form.pictures.pictures[0]?.progress.is === 'done'
  return (
    <Button type="submit" form={formId} isBusy={isBusy} disabled={isNew && !isReady}>
      {isNew ? 'Add' : 'Update'}
    </Button>
  )
}

type DeleteButtonProps = { form: AdForm; item: Item } & Pick<AdDialogProps, 'onClose' | 'onDone'>

function DeleteButton({ form, item, onClose, onDone }: DeleteButtonProps) {
  const [isConfirming, setConfirming] = useState(false)

  function leave(): void {
    form.forget()
    onClose()
    onDone?.(null)
  }

  return (
    <div className={classes.delete}>
      <Button variant="outline" onClick={() => setConfirming(true)}>
        Delete item
      </Button>
      {isConfirming && (
        <DeleteItemDialog item={item} onClose={() => setConfirming(false)} onDeleted={leave} />
      )}
    </div>
  )
}

function focusFirst(formId: string, found: AdErrors): void {
  const first = adFields.find((field) => found[field] !== undefined)
  const box = document.getElementById(formId)?.querySelector(`[data-field~="${first}"]`)
  const fold = box?.closest('details')
  if (fold) fold.open = true
  box?.querySelector<HTMLElement>('input:not([hidden]), select, textarea, button')?.focus()
}

const icon = { size: 20, strokeWidth: 1.9, 'aria-hidden': 'true' } as const

function AdDisapproval({ item: { disapprovalReason } }: { item: Item }) {
  if (disapprovalReason === null) return null
  return (
    <div className={classes.note} data-kind="no">
      <CircleAlert {...icon} />
      <div>
        <p className="strong">An admin has disapproved this item.</p>
        {disapprovalReason !== '' && <p className={`breakable ${classes.reason}`}>{disapprovalReason}</p>}
        <p>Change it and save, and an admin will look at it again.</p>
      </div>
    </div>
  )
}

type AdWarningProps = { item: Item; ad: Ad; isPictureComing: boolean }

/** In the footer, so that it is visible however far the form is scrolled. */
function AdWarning({ item, ad, isPictureComing }: AdWarningProps) {
  return (
    <output className={classes.warning}>
      {isUnapproving(item, ad, isPictureComing) && (
        <span className={classes.note}>
          <CircleAlert {...icon} />
          <span>Saving this takes the item out of the marketplace until an admin approves it again.</span>
        </span>
      )}
    </output>
  )
}
