import type { Profile } from '@rootsquare/contract/profiles'
import { Link } from '@tanstack/react-router'
import CalendarDays from 'lucide-react/icons/calendar-days'
import Lock from 'lucide-react/icons/lock'
import type { ReactNode } from 'react'
import { longMonthText } from '#web/lib/format/days.ts'
import { momentText } from '#web/lib/format/time.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { Cloth, clothOf, ClothSwatch } from '#web/ui/layout/cloth.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './member-header.module.css'

type MemberHeaderProps = {
  profile: Profile
  actions: ReactNode
  tabs: ReactNode
}

export function MemberHeader({ profile, actions, tabs }: MemberHeaderProps) {
  const name = `${profile.firstname} ${profile.lastname}`
  return (
    <section className="card-box" aria-labelledby="member-name">
      <div className={classes.cover}>
        {profile.headerImage === null ? (
          <Cloth cloth={clothOf(profile.groupName)} className="cover-picture" />
        ) : (
          <img src={profile.headerImage} alt="" className="cover-picture" />
        )}
      </div>
      <div className={classes.body}>
        <div className={classes.top}>
          <Avatar name={name} image={profile.profileImage} size={112} className={classes.avatar} />
          <div className={classes.names}>
            <h1 id="member-name" className="breakable bold margin-top-s text-l leading-tight">
              {name}
            </h1>
            <p className="muted breakable">@{profile.username}</p>
            <AccountStatus profile={profile} />
          </div>
          <div className={`flex-row wrap ${classes.actions}`}>{actions}</div>
        </div>
        {profile.bio && <p className={`breakable ${classes.bio} margin-top-s pre-line`}>{profile.bio}</p>}
        <Facts profile={profile} />
      </div>
      {tabs}
    </section>
  )
}

/** Shows the status of the account, which the server sends only to staff. The reason is under All Users. */
function AccountStatus({
  profile: { status, suspendedUntil, username },
}: Pick<MemberHeaderProps, 'profile'>) {
  if (status !== 'BANNED' && status !== 'SUSPENDED') return null
  const end = suspendedUntil && ` until ${momentText(suspendedUntil)}`
  return (
    <p className={`flex-row semibold ${classes.status} margin-top-xs pad-x-s radius-m`}>
      <Icon of={Lock} size="s" className="rigid" />
      <span className={`flex-row wrap ${classes.text}`}>
        <span>{status === 'BANNED' ? 'Banned' : <>Suspended{end}</>}</span>
        <Link to="/admin-users" search={{ search: username }} className="flex-row touch underlined">
          See why
        </Link>
      </span>
    </p>
  )
}

function Facts({ profile: { groupId, groupName, createdDate } }: Pick<MemberHeaderProps, 'profile'>) {
  return (
    <div className="flex-row wrap muted gap-2xs-m margin-top-s">
      {groupId !== null && groupName !== null && (
        <Link
          to="/group/$groupId"
          params={{ groupId: String(groupId) }}
          className={`flex-row ${classes.group}`}
        >
          <ClothSwatch name={groupName} size={28} />
          {groupName}
        </Link>
      )}
      <p className="flex-row gap-xs text-xs">
        <Icon of={CalendarDays} size="s" />
        Member since {longMonthText(createdDate)}
      </p>
    </div>
  )
}

/** Has the size of the header, so that nothing moves when the answer arrives. */
export function MemberHeaderSkeleton() {
  return (
    <div className="card-box">
      <output className="sr-only">Loading profile</output>
      <div className={classes.cover} />
      <div className={classes.body} aria-hidden="true">
        <span className={`ghost-box ${classes.avatar} ${classes.ghost}`} />
        <span className={`ghost-box ${classes.ghost}`} />
        <span className={`ghost-box ${classes.ghost}`} />
        <span className={`ghost-box ${classes.ghost}`} />
      </div>
    </div>
  )
}
