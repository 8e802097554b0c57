import type { Profile } from '@rootsquare/contract/accounts'
import { Link } from '@tanstack/react-router'
import CalendarDays from 'lucide-react/icons/calendar-days'
import Lock from 'lucide-react/icons/lock'
import type { ReactNode } from 'react'
import { momentText } from '#web/lib/format/time.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { Cloth, clothOf } from '#web/ui/layout/cloth.tsx'
import classes from './member-header.module.css'

const month = new Intl.DateTimeFormat('en-NG', { month: 'long', year: 'numeric', timeZone: 'Africa/Lagos' })

type MemberHeaderProps = {
  profile: Profile
  actions: ReactNode
  tabs: ReactNode
}

export function MemberHeader({ profile, actions, tabs }: MemberHeaderProps) {
  const name = `${profile.firstname} ${profile.lastname}`
  return (
    <section className="card" aria-labelledby="member-name">
      <div className={classes.cover}>
        {profile.headerImage === null ? (
          <Cloth cloth={clothOf(profile.groupId)} />
        ) : (
          <img src={profile.headerImage} alt="" />
        )}
      </div>
      <div className={classes.body}>
        <div className={classes.top}>
          <Avatar name={name} image={profile.profileImage} size={112} className={classes.avatar} />
          <div className={classes.names}>
            <h1 id="member-name" className={classes.name}>
              {name}
            </h1>
            <p className={classes.username}>@{profile.username}</p>
            <AccountStatus profile={profile} />
          </div>
          <div className={classes.actions}>{actions}</div>
        </div>
        {profile.bio && <p className={classes.bio}>{profile.bio}</p>}
        <Facts profile={profile} />
      </div>
      {tabs}
    </section>
  )
}

/** The server tells only staff, who find the reason under All Users. */
function AccountStatus({
  profile: { status, suspendedUntil, username },
}: Pick<MemberHeaderProps, 'profile'>) {
  if (status !== 'BANNED' && status !== 'SUSPENDED') return null
  const end = suspendedUntil && ` until ${momentText(suspendedUntil)}`
  return (
    <p className={classes.status}>
      <Lock size={16} strokeWidth={1.9} aria-hidden="true" />
      <span className={classes.text}>
        <span>{status === 'BANNED' ? 'Banned' : <>Suspended{end}</>}</span>
        <Link to="/admin-users" search={{ search: username }} className={classes.reason}>
          See why
        </Link>
      </span>
    </p>
  )
}

function Facts({ profile: { groupId, groupName, createdDate } }: Pick<MemberHeaderProps, 'profile'>) {
  return (
    <div className={classes.facts}>
      {groupId !== null && groupName !== null && (
        <Link to="/group/$groupId" params={{ groupId: String(groupId) }} className={classes.group}>
          <span className={classes.swatch}>
            <Cloth cloth={clothOf(groupId)} isSwatch />
          </span>
          {groupName}
        </Link>
      )}
      <p className={classes.since}>
        <CalendarDays size={16} strokeWidth={1.9} aria-hidden="true" />
        Member since {month.format(new Date(createdDate))}
      </p>
    </div>
  )
}

/** As large as the header, so that nothing moves when the answer arrives. */
export function MemberHeaderSkeleton() {
  return (
    <div className="card">
      <output className="sr-only">Loading profile</output>
      <div className={classes.cover} />
      <div className={classes.body} aria-hidden="true">
        <span className={[classes.avatar, classes.ghostAvatar].join(' ')} />
        <span className={classes.ghostLine} />
        <span className={classes.ghostLine} />
        <span className={classes.ghostTabs} />
      </div>
    </div>
  )
}
