import { useQuery } from '@tanstack/react-query'
import { SuggestedGroups, suggestedGroups } from '#web/features/groups/list/suggested-groups.tsx'
import { SuggestedPeople } from '#web/features/people/suggestions/suggested-people.tsx'
import { suggestedMembers } from '#web/features/people/suggestions/suggestions-api.ts'
import classes from './home-suggestions.module.css'

const maxShown = 4

/** An extra below a short feed: it is not there while it loads, where it fails and where there is nothing to suggest. */
export function HomeSuggestions({ viewerId }: { viewerId: number }) {
  const { data: members = [] } = useQuery(suggestedMembers)
  const { data: groups = [] } = useQuery(suggestedGroups)
  return (
    <>
      {members.length > 0 && (
        <section className="card" aria-labelledby="suggested-people">
          <h2 id="suggested-people" className={classes.title}>
            People to follow
          </h2>
          <SuggestedPeople viewerId={viewerId} most={maxShown} />
        </section>
      )}
      {groups.length > 0 && (
        <section className="card" aria-labelledby="suggested-groups">
          <h2 id="suggested-groups" className={classes.title}>
            Groups to join
          </h2>
          <SuggestedGroups most={maxShown} />
        </section>
      )}
    </>
  )
}
