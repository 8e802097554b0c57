import type { Section } from '@rootsquare/contract/sections'
import { SectionForm } from '#web/features/groups/sections/section-form.tsx'
import { useWriteSection } from '#web/features/groups/sections/sections-api.ts'
import type { SectionContent } from '#web/features/groups/sections/section-content.ts'

type SectionEditorProps = {
  section: Section
  groupId: number
  memberId: number
  /** A proposal to start with. Its id keeps the draft apart from other drafts of the section. */
  start?: SectionContent & { id: number }
  onClose: () => void
}

export function SectionEditor({ section, groupId, memberId, start, onClose }: SectionEditorProps) {
  const { name } = section
  const write = useWriteSection(groupId)
  const draftId = `${groupId}.${name}`
  return (
    <SectionForm
      title={`Edit ${name}`}
      groupId={groupId}
      section={section}
      start={start}
      draftKey={{ what: 'section', memberId, id: start === undefined ? draftId : `${draftId}.${start.id}` }}
      sendLabel="Save"
      isBusy={write.isPending}
      send={async ({ detail, description, basedOn }) => {
        await write.mutateAsync({ name, detail, description, basedOn }, { onSuccess: onClose })
        return 'Saved'
      }}
      onClose={onClose}
    />
  )
}
