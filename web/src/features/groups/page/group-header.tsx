import type { Group, GroupMembership } from '@rootsquare/contract/groups'
import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { ShareButton } from '#web/entities/share/share-button.tsx'
import { GroupPicture } from '#web/features/groups/page/group-picture.tsx'
import { useStateNames } from '#web/entities/places/states.ts'
import type { BackToGroups } from '#web/lib/navigation/back-to-list.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './group-header.module.css'

type GroupHeaderProps = {
  group: Group
  standing: GroupMembership | undefined
  back: BackToGroups
  actions: ReactNode
}

export function GroupHeader({ group, standing, back: { isToMap, onBack }, actions }: GroupHeaderProps) {
  return (
    <section className={`positioned ${classes.header} clip bordered on-surface`} aria-labelledby="group-name">
      <div className={classes.cover}>
        <GroupPicture groupName={group.name} image={group.header} />
      </div>
      <Link
        to={isToMap ? '/group-map' : '/group-list'}
        aria-label={isToMap ? 'Back to the map' : 'Back to the groups'}
        className={`center-content ink ${classes.back} hover-mark circle-44 on-surface`}
        onClick={onBack}
      >
        <Icon of={ArrowLeft} />
      </Link>
      <ShareButton
        className={`ink ${classes.share} hover-mark circle-44 on-surface`}
        shared={{ link: `${location.origin}/group/${group.id}`, name: group.name }}
      />
      <div className={classes.body}>
        <div className={`positioned ${classes.image} clip on-tint`}>
          <GroupPicture groupName={group.name} image={group.image} isSwatch />
        </div>
        <div className={classes.text}>
          <h1 id="group-name" className={`display-text breakable ${classes.name}`}>
            {group.name}
          </h1>
          <Facts group={group} standing={standing} />
        </div>
        <div className={`flex-row ${classes.actions}`}>{actions}</div>
      </div>
    </section>
  )
}

const factClass = 'text-link touch ink'

function Facts({ group, standing }: Pick<GroupHeaderProps, 'group' | 'standing'>) {
  const states = useStateNames(group.stateCodes)
  const params = { groupId: String(group.id) }
  return (
    <div className={`flex-row wrap muted gap-2xs-m ${classes.facts}`}>
      <Link to="/group/$groupId/members" params={params} className={factClass}>
        {quantityText(group.users, 'member')}
      </Link>
      {standing?.can.propose && !standing.can.edit && (
        <Link to="/group/$groupId/proposals" params={params} className={factClass}>
          My proposals
        </Link>
      )}
      {states.length > 0 && <p className={classes.states}>{states.join(', ')}</p>}
    </div>
  )
}

/** Has the height of the header and its tabs, so that nothing jumps when the group has loaded. */
export function GroupHeaderSkeleton() {
  return (
    <div className={`positioned ${classes.header} clip bordered on-surface`} data-ghost>
      <output className="sr-only">Loading group</output>
      <div className={classes.cover} />
      <div className={classes.body} aria-hidden="true">
        <span className={`positioned ${classes.image} clip on-tint`} />
        <span className={classes.text}>
          <span className={`ghost-box ${classes.name} ${classes.ghostName}`} />
          <span className={`ghost-box ${classes.ghostFacts}`} />
        </span>
        <span className={classes.actions}>
          <span className={`ghost-box full-radius ${classes.ghostAction}`} />
        </span>
      </div>
      <div className={`ghost-box ${classes.ghostTabs}`} aria-hidden="true" />
    </div>
  )
}
