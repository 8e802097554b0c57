import { UserSearch } from '#web/features/people/search/user-search.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import classes from './find-people.module.css'

export function FindPeople() {
  return (
    <section className={['card', classes.card].join(' ')} aria-labelledby="find-people">
      <h2 id="find-people" className={classes.title}>
        Find people
      </h2>
      <UserSearch />
    </section>
  )
}

/** For phones, where nothing fits beside the feed. */
export function FindPeopleSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Find people">
      <UserSearch isInSheet onChosen={onClose} />
    </Dialog>
  )
}
