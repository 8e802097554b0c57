import { proposeSection } from '@rootsquare/contract/sections'
import type { Section } from '@rootsquare/contract/sections'
import { SectionForm } from '#web/features/groups/sections/section-form.tsx'
import { usePropose } from '#web/features/groups/sections/sections-api.ts'
import { isEmpty } from '#web/features/groups/sections/section-content.ts'

type SectionProposalProps = {
  section: Section
  groupId: number
  memberId: number
  onClose: () => void
  /** With the message of the server. */
  onSent: (thanks: string) => void
}

export function SectionProposal({ section, groupId, memberId, onClose, onSent }: SectionProposalProps) {
  const { name } = section
  const propose = usePropose(groupId)
  return (
    <SectionForm
      title={isEmpty(section) ? `Propose a text for ${name}` : `Propose a change of ${name}`}
      groupId={groupId}
      section={section}
      draftKey={{ what: 'proposal', memberId, id: `${groupId}.${name}` }}
      sendLabel="Send"
      hasNote
      isBusy={propose.isPending}
      send={async ({ note, ...content }) => {
        const sent = { ...content, name, note: note.trim() || undefined }
        const thanks = (await propose.mutateAsync(sent, { onSuccess: onClose })) ?? proposeSection.message
        onSent(thanks)
        return thanks
      }}
      onClose={onClose}
    />
  )
}
