import { decisionReasonLength, disputeDecisions } from '@rootsquare/contract/trade/disputes'
import type { Dispute, DisputeDecision } from '@rootsquare/contract/trade/disputes'
import { koboOf, nairaOf, nairaText } from '@rootsquare/contract/lib/money'
import { useState } from 'react'
import { useDecideDispute } from '#web/features/disputes/api.ts'
import { decisionLabels } from '#web/entities/orders/trade-labels.ts'
import { feeOutcomeText, outcomeText } from '#web/features/disputes/dispute-labels.ts'
import { RadioChoice } from '#web/features/disputes/radio-choice.tsx'
import { lengthOf } from '#web/lib/format/length.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useTextsDraft } from '#web/lib/forms/use-texts-draft.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DraftForm } from '#web/ui/fields/draft-form.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useConfirmDialog } from '#web/ui/overlays/use-confirm-dialog.ts'
import classes from './dispute-view.module.css'

/** Lets staff decide a dispute. The outcome is shown for confirmation first, because it is final. */
export function DecisionForm({ dispute }: { dispute: Dispute }) {
  const form = useDecisionForm(dispute)
  return (
    <DraftForm form={form} className={`card-box stack gap-s ${classes.part}`} aria-label="Decision">
      <h2 className="bold text-m">Decide</h2>
      <p>It is about {nairaText(dispute.total)}.</p>
      <RadioChoice
        legend="Who gets the money?"
        values={disputeDecisions}
        labels={decisionLabels}
        {...form.choice('decision')}
      />
      {form.values.decision === 'SPLIT' && <SplitAmount total={dispute.total} form={form} />}
      {dispute.feeLeft > 0 && (
        <TextField
          label="Of the delivery fee the buyer gets back (₦)"
          description={`${nairaText(dispute.feeLeft)} of it is left.`}
          inputMode="decimal"
          autoComplete="off"
          {...form.choice('fee')}
          value={form.feeText}
          onChange={(event) => form.set({ fee: event.currentTarget.value })}
        />
      )}
      <TextArea
        label="Reason"
        description="Both sides are told. Please do not name anybody in it."
        rows={3}
        counterFrom={0}
        {...form.field('reason')}
      />
      <div className={classes.send}>
        <Button type="submit">Decide</Button>
      </div>
      {form.isAsking && <ConfirmDecision dispute={dispute} form={form} />}
    </DraftForm>
  )
}

function SplitAmount({ total, form }: { total: number; form: DecisionFormState }) {
  return (
    <div className="stack gap-xs">
      <TextField
        label="The buyer gets back (₦)"
        inputMode="decimal"
        autoComplete="off"
        {...form.field('amount')}
      />
      {!form.errors.amount && <output className="tabular">{partsText(total, form.amount)}</output>}
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
    const { amount, fee } = form
    const { decision, reason } = form.values
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

type Decision = { decision: DisputeDecision | null; amount: string; fee: string | null; reason: string }

const noReason = { reason: '' }
const undecided: Decision = { ...noReason, decision: null, amount: '', fee: null }

function useDecisionForm({ id, total, feeLeft, feeWithRefund }: Dispute) {
  const draft = useTextsDraft({ what: 'dispute-decision', id, isPrivate: true }, noReason)
  const [isAsking, setAsking] = useState(false)
  const feeTextOf = ({ decision, fee }: Decision) =>
    fee ?? (decision === 'REFUND_BUYER' ? feeWithRefund : 0).toFixed(2)
  const form = useForm({
    initial: undecided,
    draft,
    rules: {
      decision: (decision) => (decision === null ? 'Please choose who gets the money.' : null),
      amount: (text, { decision }) =>
        decision === 'SPLIT' && amountIn(text, total) === null ? amountError(total) : null,
      fee: (_, typed) => (feeIn(feeTextOf(typed), feeLeft) === null ? feeError(feeLeft) : null),
      reason: (reason) => (lengthOf(reason) === 0 ? 'Reason is required' : null),
    },
    limits: { reason: { max: decisionReasonLength } },
    send() {
      setAsking(true)
      return undefined
    },
  })
  const { values } = form
  const feeText = feeTextOf(values)
  const [amount, fee] = [amountIn(values.amount, total), feeIn(feeText, feeLeft)]
  const left = nairaOf(koboOf(feeLeft) - koboOf(fee ?? 0))
  const buyerPart = { REFUND_BUYER: total, PAY_SELLER: 0, SPLIT: amount ?? 0 }[
    values.decision ?? 'PAY_SELLER'
  ]
  return {
    ...form,
    amount,
    buyerPart,
    feeText,
    fee,
    feeOutcome: feeOutcomeText({ fee: fee ?? 0, feeLeft: left, amount: buyerPart }),
    isAsking,
    cancel: () => setAsking(false),
    clear: draft.clear,
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
