import { declineReasonLength, type Proposal, type Section } from '@rootsquare/contract/sections'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { SectionEditor } from '#web/features/groups/sections/section-form.tsx'
import {
  groupPageOf,
  isProposalClosed,
  useDecideProposal,
} from '#web/features/groups/sections/sections-api.ts'
import { isSameContent } from '#web/features/groups/sections/section-content.ts'
import { ReasonDialog } from '#web/entities/reasons/reason-dialog.tsx'
import { errorText } from '#web/lib/net/error-text.ts'
import { nameOf } from '#web/lib/format/names.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

type ProposalActionsProps = { proposal: Proposal; memberId: number; onDecided: () => void }

export function ProposalActions({ proposal, memberId, onDecided }: ProposalActionsProps) {
  const { id, groupId, name } = proposal
  // If the proposed text is there already, accepting overwrites nothing.
  const isStale = proposal.isStale && !isSameContent(proposal.current, proposal)
  const decide = useDecideProposal(groupId)
  const rework = useManualEdit(proposal)
  const [isDeclining, setDeclining] = useState(false)
  const isBusy = decide.isPending || rework.isBusy

  function accept(): void {
    clearSnackbars()
    decide.mutateAsync({ id, state: 'ACCEPTED' }).then(
      () => {
        showSnackbar('success', `Proposal accepted: ${name} by ${nameOf(proposal)}`)
        onDecided()
      },
      (error: unknown) => {
        showSnackbar('error', errorText(error))
        if (isProposalClosed(error)) onDecided()
      },
    )
  }

  function press(): void {
    if (isBusy) return
    if (isStale) void rework.begin()
    else accept()
  }

  return (
    <div className="flex-row wrap">
      {/* One button, so that the focus stays on it when the section turns out to have changed. */}
      <Button isBusy={isBusy} onClick={press}>
        {isStale ? 'Edit with this text' : 'Accept'}
      </Button>
      <Button variant="outline" onClick={() => setDeclining(true)}>
        Decline
      </Button>
      {isDeclining && (
        <ProposalDecline proposal={proposal} onClose={() => setDeclining(false)} onDecided={onDecided} />
      )}
      {rework.section !== null && (
        <SectionEditor
          section={rework.section}
          groupId={groupId}
          memberId={memberId}
          start={proposal}
          onClose={rework.leave}
        />
      )}
    </div>
  )
}

function useManualEdit({ groupId, name }: Proposal) {
  const queryClient = useQueryClient()
  const [section, setSection] = useState<Section | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function begin(): Promise<void> {
    setBusy(true)
    try {
      const page = await queryClient.fetchQuery({ ...groupPageOf(groupId), staleTime: 0 })
      setSection(page.find((one) => one.name === name) ?? null)
    } catch (error) {
      showSnackbar('error', errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return { section, isBusy, begin, leave: () => setSection(null) }
}

type ProposalDeclineProps = { proposal: Proposal; onClose: () => void; onDecided: () => void }

function ProposalDecline({ proposal, onClose, onDecided }: ProposalDeclineProps) {
  const { id, groupId, name, firstname } = proposal
  const decide = useDecideProposal(groupId)

  return (
    <ReasonDialog
      title={`Decline the change of ${name}?`}
      explanation={`${firstname} is told, with your reason if you give one.`}
      label="Reason (optional)"
      missing={null}
      max={declineReasonLength}
      draft={{ what: 'decline', id }}
      confirmLabel="Decline"
      cancelLabel="Cancel"
      variant="danger"
      onClose={onClose}
      leave={() => {
        // Closes synchronously, so that the focus is back in the card before the card is removed.
        flushSync(onClose)
        onDecided()
      }}
      isOver={isProposalClosed}
      send={async (reason) => {
        await decide.mutateAsync({ id, state: 'DECLINED', reason: reason || undefined })
        return 'Proposal declined'
      }}
    />
  )
}
