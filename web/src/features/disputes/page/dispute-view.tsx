import type { Dispute } from '@rootsquare/contract/trade/disputes'
import { DecisionForm } from '#web/features/disputes/page/decision-form.tsx'
import { DisputeRecords, DisputeSubject } from '#web/features/disputes/page/dispute-facts.tsx'
import { DisputeThread } from '#web/features/disputes/page/dispute-thread.tsx'
import { EndDispute } from '#web/features/disputes/page/end-dispute.tsx'
import { MessageForm } from '#web/features/disputes/page/message-form.tsx'
import { feeOutcomeText, outcomeText } from '#web/features/disputes/dispute-labels.ts'
import { stampText } from '#web/lib/format/time.ts'
import classes from './dispute-view.module.css'

/** Shows the facts beside the messages and actions. On a phone the messages come before the records. */
export function DisputeView({ dispute }: { dispute: Dispute }) {
  const { can } = dispute
  return (
    <div className={`${classes.columns} display-grid gap-m`}>
      <DisputeSubject dispute={dispute} />
      <div className={`stack ${classes.thread}`}>
        {dispute.state === 'OPEN' ? <NextStep dispute={dispute} /> : <Outcome dispute={dispute} />}
        <DisputeThread dispute={dispute} />
        {can.write && <MessageForm dispute={dispute} />}
        {(can.grant || can.withdraw) && <EndDispute dispute={dispute} />}
        {can.decide && <DecisionForm dispute={dispute} />}
      </div>
      <DisputeRecords dispute={dispute} />
    </div>
  )
}

const nextSteps = {
  buyer:
    'The seller may answer or give the money back; otherwise our staff decides. Until then the seller is not paid.',
  seller:
    'Answer the buyer, or give the money back; otherwise our staff decides. Until then you are not paid for it.',
  staff: null,
}

function NextStep({ dispute: { role } }: { dispute: Dispute }) {
  return nextSteps[role] && <p className="muted">{nextSteps[role]}</p>
}

const deciderTexts = { seller: 'The seller has given the money back.', staff: 'Our staff has decided.' }

function Outcome({ dispute }: { dispute: Dispute }) {
  const { decidedBy, decidedDate, decisionReason, fee, feeLeft, amount } = dispute
  const feeText = fee === null ? null : feeOutcomeText({ fee, feeLeft, amount })
  return (
    <section className={`card-box stack gap-xs ${classes.part}`} aria-label="Decision">
      <h2 className="bold text-m">{outcomeText(dispute)}</h2>
      {feeText !== null && <p>{feeText}</p>}
      {decisionReason !== null && <p className="pre-line breakable">{decisionReason}</p>}
      <p className="text-xs muted">
        {decidedBy !== null && deciderTexts[decidedBy]}{' '}
        {decidedDate !== null && <time dateTime={decidedDate}>{stampText(decidedDate)}</time>}
      </p>
    </section>
  )
}
