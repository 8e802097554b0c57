import type { GroupMembership } from '@rootsquare/contract/groups'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { useInboxUnread } from '#web/app/shell/link-counts.ts'
import { groups, homeLink, inbox, marketplace, useIsInGroups } from '#web/app/shell/menu-links.ts'
import type { MenuLink } from '#web/app/shell/menu-links.ts'
import { groupKeys } from '#web/entities/groups/group-keys.ts'
import { focusComposer } from '#web/features/posts/composer/composer-focus.ts'
import { refreshHome } from '#web/lib/session/refresh-home.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './bottom-bar.module.css'

/** Shows the bar at the bottom of phones. */
export function BottomBar() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { groupId } = useParams({ strict: false })

  /** The group to post in, on the pages of a group where the member may post. */
  function write(): void {
    const standing = queryClient.getQueryData<GroupMembership>(groupKeys.standing(Number(groupId)))
    if (focusComposer()) return
    if (groupId !== undefined && standing?.can.post)
      void navigate({ to: '/group/$groupId', params: { groupId } })
    else void navigate({ to: routes.User })
  }

  return (
    <nav className={`${classes.bar} hidden`} aria-label="Quick links">
      <BarLink link={homeLink} />
      <BarLink link={groups} />
      <button
        type="button"
        className={`plain-control ${classes.write}`}
        aria-label="New post"
        onClick={write}
      >
        <span className={classes.plus}>
          <Icon of={Plus} />
        </span>
      </button>
      <BarLink link={{ ...marketplace, name: 'Market' }} />
      <CountedLink link={inbox} counted={useInboxUnread()} />
    </nav>
  )
}

type CountedLinkProps = { link: MenuLink; counted: { count: number; label: string } }

function CountedLink({ link: { to, name, icon }, counted: { count, label } }: CountedLinkProps) {
  return (
    <Link to={to} className={classes.link}>
      <span className={classes.badged}>
        <Icon of={icon} />
        <Badge count={count} isOnIcon />
      </span>
      <span aria-hidden={count > 0}>{name}</span>
      {count > 0 && <span className="sr-only">{label}</span>}
    </Link>
  )
}

function BarLink({ link: { to, name, icon } }: { link: MenuLink }) {
  const isInGroups = useIsInGroups()
  return (
    <Link
      to={to}
      className={classes.link}
      aria-current={to === groups.to ? isInGroups : undefined}
      onClick={to === homeLink.to ? refreshHome : undefined}
    >
      <Icon of={icon} />
      {name}
    </Link>
  )
}
