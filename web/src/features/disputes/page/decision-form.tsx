import { decisionReasonLength, disputeDecisions } from '@rootsquare/contract/trade/disputes'
import type { Dispute, DisputeDecision } from '@rootsquare/contract/trade/disputes'
import { koboOf, nairaOf, nairaText } from '@rootsquare/contract/lib/money'
import { useState, type SubmitEvent } from 'react'
import { useDecideDispute } from '#web/features/disputes/api.ts'
import { decisionLabels } from '#web/entities/orders/trade-labels.ts'
import { feeOutcomeText, outcomeText } from '#web/features/disputes/dispute-labels.ts'
import { RadioChoice } from '#web/features/disputes/radio-choice.tsx'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { useTextDraft } from '#web/lib/storage/use-draft.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Counter } from '#web/ui/controls/counter.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useConfirmDialog } from '#web/ui/overlays/use-confirm-dialog.ts'
import classes from './dispute-view.module.css'

/** Lets staff decide a dispute. The outcome is shown for confirmation first, because it is final. */
export function DecisionForm({ dispute }: { dispute: Dispute }) {
  const form = useDecisionForm(dispute)
  const { decision, errors } = form
  return (
    <form
      className={`card stack gap-12 ${classes.part}`}
      aria-label="Decision"
      noValidate
      onSubmit={form.submit}
    >
      <h2 className={`bold ${classes.title}`}>Decide</h2>
      <p>It is about {nairaText(dispute.total)}.</p>
      <RadioChoice
        legend="Who gets the money?"
        values={disputeDecisions}
        labels={decisionLabels}
        chosen={decision}
        error={errors.decision}
        onChoose={form.setDecision}
      />
      {decision === 'SPLIT' && <SplitAmount total={dispute.total} form={form} />}
      {dispute.feeLeft > 0 && (
        <TextField
          label="Of the delivery fee the buyer gets back (₦)"
          description={`${nairaText(dispute.feeLeft)} of it is left.`}
          name="fee"
          inputMode="decimal"
          autoComplete="off"
          value={form.feeText}
          error={errors.fee}
          onChange={(event) => form.setFeeText(event.currentTarget.value)}
        />
      )}
      <div className="counted">
        <TextArea
          label="Reason"
          description="Both sides are told. Please do not name anybody in it."
          name="reason"
          rows={3}
          value={form.reason}
          error={errors.reason}
          onChange={(event) => form.setReason(event.currentTarget.value)}
        />
        <Counter length={lengthOf(form.reason)} max={decisionReasonLength} />
      </div>
      <div className={classes.send}>
        <Button type="submit">Decide</Button>
      </div>
      {form.isAsking && <ConfirmDecision dispute={dispute} form={form} />}
    </form>
  )
}

function SplitAmount({ total, form }: { total: number; form: DecisionFormState }) {
  return (
    <div className="stack gap-6">
      <TextField
        label="The buyer gets back (₦)"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        value={form.amountText}
        error={form.errors.amount}
        onChange={(event) => form.setAmountText(event.currentTarget.value)}
      />
      {form.errors.amount === null && <output className="tabular">{partsText(total, form.amount)}</output>}
    </div>
  )
}

function partsText(total: number, amount: number | null): string {
  if (amount === null) return `Of ${nairaText(total)} in all.`
  return `Buyer ${nairaText(amount)}, seller ${nairaText(nairaOf(koboOf(total) - koboOf(amount)))}`
}

type DecisionFormState = ReturnType<typeof useDecisionForm>

function ConfirmDecision({ dispute, form }: { dispute: Dispute; form: DecisionFormState }) {
  const mutation = useDecideDispute(dispute.id)
  const run = useConfirmDialog(form.cancel)

  function decide(): void {
    const { decision, amount, fee, reason } = form
    if (decision === null || fee === null) return
    run(async (ends) => {
      const parts = { ...(decision === 'SPLIT' && { amount }), ...(dispute.feeLeft > 0 && { fee }) }
      const body = { decision, reason: reason.trim(), ...parts }
      const answer = await mutation.mutateAsync(body, ends)
      form.clear()
      return answer
    })
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={form.cancel}
      onConfirm={decide}
      title="Decide this dispute?"
      confirmLabel="Decide"
      cancelLabel="Not yet"
      isBusy={mutation.isPending}
    >
      <p>
        {outcomeText({ state: 'DECIDED', total: dispute.total, amount: form.buyerPart })} {form.feeOutcome}{' '}
        This cannot be changed later.
      </p>
    </ConfirmDialog>
  )
}

function useDecisionForm({ id, total, feeLeft, feeWithRefund }: Dispute) {
  const { draft: reason, change, clear } = useTextDraft({ what: 'dispute-decision', id })
  const [decision, setDecision] = useState<DisputeDecision | null>(null)
  const [amountText, setAmountText] = useState('')
  const [typedFee, setFeeText] = useState<string | null>(null)
  const [isChecked, setChecked] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const amount = amountIn(amountText, total)
  const usualFee = decision === 'REFUND_BUYER' ? feeWithRefund : 0
  const feeText = typedFee ?? usualFee.toFixed(2)
  const fee = feeIn(feeText, feeLeft)
  const found = {
    ...errorsIn({ decision, amount, reason, total }),
    fee: fee === null ? feeError(feeLeft) : null,
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    setChecked(true)
    const field =
      (found.decision && 'input') ||
      (found.amount && '[name=amount]') ||
      (found.fee && '[name=fee]') ||
      (found.reason && 'textarea')
    if (field) event.currentTarget.querySelector<HTMLElement>(field)?.focus()
    else setAsking(true)
  }

  const left = nairaOf(koboOf(feeLeft) - koboOf(fee ?? 0))
  const buyerPart = { REFUND_BUYER: total, PAY_SELLER: 0, SPLIT: amount ?? 0 }[decision ?? 'PAY_SELLER']
  return {
    decision,
    setDecision,
    amountText,
    setAmountText,
    amount,
    buyerPart,
    feeText,
    setFeeText,
    fee,
    feeOutcome: feeOutcomeText({ fee: fee ?? 0, feeLeft: left, amount: buyerPart }),
    reason,
    setReason: (text: string) => change(text),
    errors: isChecked ? found : noErrors,
    isAsking,
    submit,
    cancel: () => setAsking(false),
    clear,
  }
}

type Chosen = { decision: DisputeDecision | null; amount: number | null; reason: string; total: number }
type Errors = Record<'decision' | 'amount' | 'fee' | 'reason', string | null>

const noErrors: Errors = { decision: null, amount: null, fee: null, reason: null }

function errorsIn({ decision, amount, reason, total }: Chosen): Omit<Errors, 'fee'> {
  return {
    decision: decision === null ? 'Please choose who gets the money.' : null,
    amount: decision === 'SPLIT' && amount === null ? amountError(total) : null,
    reason: reasonError(reason),
  }
}

/** Reads an amount in Naira with at most 2 decimals; otherwise null. */
function nairaIn(text: string): number | null {
  const figures = text.replaceAll(',', '').trim()
  return /^\d{1,10}(\.\d{1,2})?$/.test(figures) ? Number(figures) : null
}

/** Reads the amount of a split: above 0 and below the total; otherwise null. */
function amountIn(text: string, total: number): number | null {
  const amount = nairaIn(text) ?? 0
  return amount > 0 && amount < total ? amount : null
}

/** Reads what goes back of the fee: at most what is left of it; otherwise null. */
function feeIn(text: string, feeLeft: number): number | null {
  const fee = text.trim() === '' ? 0 : nairaIn(text)
  return fee !== null && fee <= feeLeft ? fee : null
}

const feeError = (feeLeft: number) =>
  `An amount from ₦0.00 to ${nairaText(feeLeft)}, with at most 2 decimals.`

const amountError = (total: number) =>
  `An amount above ₦0.00 and below ${nairaText(total)}, with at most 2 decimals.`

function reasonError(reason: string): string | null {
  if (lengthOf(reason) > decisionReasonLength) return tooLongText(decisionReasonLength)
  return reason.trim() === '' ? 'Reason is required' : null
}
