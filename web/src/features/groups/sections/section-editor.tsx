import type { Section } from '@rootsquare/contract/sections'
import { SectionForm } from '#web/features/groups/sections/section-form.tsx'
import { useWriteSection } from '#web/features/groups/sections/sections-api.ts'
import type { Words } from '#web/features/groups/sections/section-labels.ts'

type SectionEditorProps = {
  section: Section
  groupId: number
  memberId: number
  /** A proposal that is put in by hand: its words, and its number for the draft of this very work. */
  start?: Words & { id: number }
  onClose: () => void
}

/** For moderators: what is saved stands at once. */
export function SectionEditor({ section, groupId, memberId, start, onClose }: SectionEditorProps) {
  const { name } = section
  const write = useWriteSection(groupId)
  const place = `${memberId}.${groupId}.${name}`
  return (
    <SectionForm
      title={`Edit ${name}`}
      groupId={groupId}
      section={section}
      start={start}
      draftKey={`rootsquare.section.${place}${start === undefined ? '' : `.${start.id}`}`}
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
