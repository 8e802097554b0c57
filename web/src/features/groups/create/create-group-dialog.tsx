import { CreateGroupDetails } from '#web/features/groups/create/create-group-details.tsx'
import { useGroupDraft } from '#web/features/groups/create/create-group-draft.ts'
import { CreateGroupSections } from '#web/features/groups/create/create-group-sections.tsx'

export function CreateGroupDialog({ memberId, onClose }: { memberId: number; onClose: () => void }) {
  const store = useGroupDraft(memberId)
  const { group, id } = store.value
  if (group !== null) return <CreateGroupSections store={store} group={group} onClose={onClose} />
  return <CreateGroupDetails key={id} store={store} onClose={onClose} />
}
