import { decisionReasonLength, disputeDecisions } from '@rootsquare/contract/trade/disputes'
import type { Dispute, DisputeDecision } from '@rootsquare/contract/trade/disputes'
import { koboOf, nairaOf, nairaText } from '@rootsquare/contract/lib/money'
import { useId, useState, type SubmitEvent } from 'react'
import { useDecideDispute } from '#web/features/disputes/api.ts'
import { decisionLabels } from '#web/entities/orders/trade-labels.ts'
import { outcomeText } from '#web/features/disputes/dispute-labels.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { useTextDraft } from '#web/lib/storage/use-draft.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Counter } from '#web/ui/controls/counter.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useConfirmDialog, type DialogCallbacks } from '#web/ui/overlays/use-confirm-dialog.ts'
import classes from './dispute-view.module.css'

/** Staff decides once, so the outcome is shown again before it counts. */
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
      <h2 className={classes.title}>Decide</h2>
      <DecisionChoice chosen={decision} error={errors.decision} onChoose={form.setDecision} />
      {decision === 'SPLIT' && <SplitAmount total={dispute.total} form={form} />}
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
      {form.errors.amount === null && (
        <output className={classes.parts}>{partsText(total, form.amount)}</output>
      )}
    </div>
  )
}

type DecisionChoiceProps = {
  chosen: DisputeDecision | null
  error: string | null
  onChoose: (decision: DisputeDecision) => void
}

function DecisionChoice({ chosen, error, onChoose }: DecisionChoiceProps) {
  const name = useId()
  return (
    <fieldset className={classes.choices}>
      <legend>Who gets the money?</legend>
      {disputeDecisions.map((decision) => (
        <label key={decision} className="row">
          <input type="radio" name={name} checked={decision === chosen} onChange={() => onChoose(decision)} />
          {decisionLabels[decision]}
        </label>
      ))}
      {error !== null && (
        <p className="error-text" role="alert">
          {error}
        </p>
      )}
    </fieldset>
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

  const decide = async (ends: DialogCallbacks) => {
    const { decision, amount, reason } = form
    if (decision === null) return ''
    const body = { decision, reason: reason.trim(), ...(decision === 'SPLIT' && { amount }) }
    const { message } = await mutation.mutateAsync(body, ends)
    form.clear()
    return message ?? 'Both sides have been told.'
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={form.cancel}
      onConfirm={() => run(decide)}
      title="Decide this dispute?"
      confirmLabel="Decide"
      cancelLabel="Not yet"
      isBusy={mutation.isPending}
    >
      <p>
        {outcomeText({ state: 'DECIDED', total: dispute.total, amount: form.buyerPart })} This cannot be
        changed later.
      </p>
    </ConfirmDialog>
  )
}

function useDecisionForm({ id, total }: Dispute) {
  const memberId = currentSession()?.userId ?? 0
  const { draft: reason, change, clear } = useTextDraft({ what: 'dispute-decision', memberId, id })
  const [decision, setDecision] = useState<DisputeDecision | null>(null)
  const [amountText, setAmountText] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const amount = amountIn(amountText, total)
  const found = errorsIn({ decision, amount, reason, total })

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    setChecked(true)
    const field =
      (found.decision && 'input') || (found.amount && '[name=amount]') || (found.reason && 'textarea')
    if (field) event.currentTarget.querySelector<HTMLElement>(field)?.focus()
    else setAsking(true)
  }

  const buyerPart = { REFUND_BUYER: total, PAY_SELLER: 0, SPLIT: amount ?? 0 }[decision ?? 'PAY_SELLER']
  return {
    decision,
    setDecision,
    amountText,
    setAmountText,
    amount,
    buyerPart,
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
type Errors = Record<'decision' | 'amount' | 'reason', string | null>

const noErrors: Errors = { decision: null, amount: null, reason: null }

function errorsIn({ decision, amount, reason, total }: Chosen): Errors {
  return {
    decision: decision === null ? 'Please choose who gets the money.' : null,
    amount: decision === 'SPLIT' && amount === null ? amountError(total) : null,
    reason: reasonError(reason),
  }
}

/** Null unless it is a part of the total: above 0, below all of it, with at most 2 decimals. */
function amountIn(text: string, total: number): number | null {
  const figures = text.replaceAll(',', '').trim()
  const amount = /^\d{1,10}(\.\d{1,2})?$/.test(figures) ? Number(figures) : 0
  return amount > 0 && amount < total ? amount : null
}

const amountError = (total: number) =>
  `An amount above ₦0.00 and below ${nairaText(total)}, with at most 2 decimals.`

function reasonError(reason: string): string | null {
  if (lengthOf(reason) > decisionReasonLength) return tooLongText(decisionReasonLength)
  return reason.trim() === '' ? 'Reason is required' : null
}
