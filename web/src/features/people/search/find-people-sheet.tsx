import { Suspense } from 'react'
import { UserSearch } from '#web/features/people/search/user-search.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { lazyExtra } from '#web/ui/layout/lazy-extra.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

const maxSuggested = 12

/** Loaded when the sheet opens; without a connection the search is still there. */
const SuggestedPeople = lazyExtra(
  async () => (await import('#web/features/people/suggestions/suggested-people.tsx')).SuggestedPeople,
)

/** For phones, where nothing fits beside the feed. Suggests people until something is typed. */
export function FindPeopleSheet({ onClose }: { onClose: () => void }) {
  const viewerId = useSession()?.userId
  const suggestions = viewerId !== undefined && (
    <Suspense>
      <SuggestedPeople viewerId={viewerId} most={maxSuggested} isInDialog />
    </Suspense>
  )
  return (
    <Dialog isOpen onClose={onClose} title="Find people">
      <UserSearch isInSheet onChosen={onClose} whenBlank={suggestions} />
    </Dialog>
  )
}
