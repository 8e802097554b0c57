import { useQuery } from '@tanstack/react-query'
import { SuggestedGroups, suggestedGroups } from '#web/features/groups/list/suggested-groups.tsx'
import { SuggestedPeople } from '#web/features/people/suggestions/suggested-people.tsx'
import { suggestedMembers } from '#web/features/people/suggestions/suggestions-api.ts'

const maxShown = 4

/** Shows suggestions below a short feed, and nothing while they load, if they fail or if there are none. */
export function HomeSuggestions() {
  const { data: members = [] } = useQuery(suggestedMembers)
  const { data: groups = [] } = useQuery(suggestedGroups)
  return (
    <>
      {members.length > 0 && (
        <section className="card-box" aria-labelledby="suggested-people">
          <h2 id="suggested-people" className="text-m bold pad-s-m-xs">
            People to follow
          </h2>
          <SuggestedPeople most={maxShown} />
        </section>
      )}
      {groups.length > 0 && (
        <section className="card-box" aria-labelledby="suggested-groups">
          <h2 id="suggested-groups" className="text-m bold pad-s-m-xs">
            Groups to join
          </h2>
          <SuggestedGroups most={maxShown} />
        </section>
      )}
    </>
  )
}
