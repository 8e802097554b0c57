import type { Group } from '@rootsquare/contract/groups'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { groupPageOf } from '#web/features/groups/sections/sections-api.ts'
import { useStateNames } from '#web/entities/places/states.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './about-card.module.css'

export function AboutCard({ group }: { group: Group }) {
  const { data: sections } = useQuery(groupPageOf(group.id))
  const about = sections?.find(({ name }) => name === 'About')
  const states = useStateNames(group.stateCodes)
  // The description of the group replaces an About that is empty or does not load.
  const text = about?.detail || about?.description || group.description
  const facts = [
    { term: 'Also called', value: group.otherNames.join(', ') },
    { term: 'A greeting', value: group.greeting ?? '' },
    { term: states.length === 1 ? 'State' : 'States', value: states.join(', ') },
  ]
  return (
    <section className="card-box padded" aria-labelledby="about-card">
      <h2 id="about-card" className="text-m bold">
        About
      </h2>
      <p className={`breakable clamped ${classes.text} margin-top-xs pre-line`}>{text}</p>
      <Link
        to="/group/$groupId/about"
        params={{ groupId: String(group.id) }}
        className="text-link touch gap-3xs"
      >
        Read more
        <span className="sr-only"> about {group.name}</span>
        <Icon of={ChevronRight} size="s" />
      </Link>
      <dl className="stack gap-xs">
        {facts
          .filter(({ value }) => value !== '')
          .map(({ term, value }) => (
            <div key={term}>
              <dt className="text-xs muted">{term}</dt>
              <dd dir="auto" className="breakable">
                {value}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
