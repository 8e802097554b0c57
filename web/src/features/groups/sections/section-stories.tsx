import { parseMarkup } from '@rootsquare/contract/lib/markup'
import type { Group } from '@rootsquare/contract/groups'
import type { Section, SectionName } from '@rootsquare/contract/sections'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { isEmptyContent } from '#web/features/groups/sections/section-content.ts'
import { sectionPaths } from '#web/features/groups/sections/section-paths.ts'
import { firstPictureIn, SectionPicture } from '#web/features/groups/sections/section-picture.tsx'
import { groupPageOf } from '#web/features/groups/sections/sections-api.ts'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './section-stories.module.css'

/** Shows the other sections as pictures with their first lines. Sections that nobody has written yet are left out. */
export function SectionStories({ group, except }: { group: Group; except: SectionName }) {
  const { data: sections = [] } = useQuery(groupPageOf(group.id))
  const written = sections.filter((section) => section.name !== except && !isEmptyContent(section))
  if (written.length === 0) return null
  return (
    <section className={`stack gap-s auto-margins ${classes.stories}`} aria-labelledby="stories">
      <h2 id="stories" className={`text-l leading-tight ${classes.heading}`}>
        More about {group.name}
      </h2>
      <ul className={`display-grid ${classes.list}`}>
        <ListRows of={written} rowKey={({ name }) => name}>
          {(section) => <Story group={group} section={section} />}
        </ListRows>
      </ul>
    </section>
  )
}

function Story({ group, section: { name, detail, description } }: { group: Group; section: Section }) {
  return (
    <li className={`card-box positioned ${classes.story}`}>
      <div className={classes.picture}>
        <SectionPicture group={group} name={name} picture={firstPictureIn(description)} />
      </div>
      <div className={`stack gap-2xs ${classes.words}`}>
        <h3 className="display-text text-xl color-primary">{name}</h3>
        <p className={`breakable clamped ${classes.lines}`} dir="auto">
          {detail || firstLinesOf(description)}
        </p>
        <Link
          to={`/group/$groupId/${sectionPaths[name]}`}
          params={{ groupId: String(group.id) }}
          className="text-link stretched-link touch gap-3xs"
        >
          Read more
          <span className="sr-only"> about {name}</span>
          <Icon of={ChevronRight} size="s" />
        </Link>
      </div>
    </li>
  )
}

function firstLinesOf(text: string): string {
  const paragraph = parseMarkup(text).find((block) => block.type === 'paragraph')
  return paragraph?.type === 'paragraph' ? paragraph.content.map((part) => part.text).join('') : ''
}
