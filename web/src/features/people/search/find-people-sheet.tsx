import { Suspense } from 'react'
import { MemberSearch } from '#web/features/people/search/member-search.tsx'
import { lazyExtra } from '#web/ui/layout/lazy-extra.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

const maxSuggested = 12

/** Is loaded when the sheet opens. Without a connection only the search is shown. */
const SuggestedPeople = lazyExtra(
  async () => (await import('#web/features/people/suggestions/suggested-people.tsx')).SuggestedPeople,
)

/** Searches people on phones, where nothing fits beside the feed. It suggests people until something is typed. */
export function FindPeopleSheet({ onClose }: { onClose: () => void }) {
  const suggestions = (
    <Suspense>
      <SuggestedPeople most={maxSuggested} isInDialog />
    </Suspense>
  )
  return (
    <Dialog isOpen onClose={onClose} title="Find people">
      <MemberSearch isInSheet onChosen={onClose} whenBlank={suggestions} />
    </Dialog>
  )
}
