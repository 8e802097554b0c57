import type { Profile } from '@rootsquare/contract/profiles'
import { Link } from '@tanstack/react-router'
import { numberText } from '#web/lib/format/count-text.ts'
import { nameOf } from '#web/lib/format/names.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { Cloth, clothOf, ClothSwatch } from '#web/ui/layout/cloth.tsx'
import classes from './profile-card.module.css'

export function ProfileCard({ profile }: { profile: Profile }) {
  const name = nameOf(profile)
  const cloth = clothOf(profile.groupName)
  return (
    <section className="card-box positioned" aria-label="Your profile">
      <div className={classes.cover}>
        {profile.headerImage === null ? (
          <Cloth cloth={cloth} className="cover-picture" />
        ) : (
          <img src={profile.headerImage} alt="" className="cover-picture" />
        )}
      </div>
      <div className={classes.body}>
        <Avatar name={name} image={profile.profileImage} size={76} className={classes.avatar} />
        <h2 className="breakable bold margin-top-xs text-l leading-tight">
          <Link
            to={routes.UserProfile}
            params={{ tab: undefined }}
            className={`underline-on-hover ${classes.whole}`}
          >
            {name}
          </Link>
        </h2>
        <p className="muted breakable">@{profile.username}</p>
        {profile.groupName !== null && (
          <p className="flex-row semibold margin-top-xs text-xs">
            <ClothSwatch name={profile.groupName} size={18} />
            {profile.groupName}
          </p>
        )}
        {profile.bio && <p className="breakable margin-top-xs">{profile.bio}</p>}
        <ul className={`${classes.counts} display-grid margin-top-s line-above`}>
          <Count tab="posts" name="Posts" value={profile.postsCount} />
          <Count tab="followers" name="Followers" value={profile.followersCount} />
          <Count tab="following" name="Following" value={profile.followingCount} />
        </ul>
      </div>
    </section>
  )
}

function Count({ tab, name, value }: { tab: string; name: string; value: number }) {
  return (
    <li>
      <Link
        to={routes.UserProfile}
        params={{ tab }}
        className={`hover-mark positioned ${classes.count} display-block radius-s`}
      >
        <b>{numberText(value)}</b> <span className="text-xs muted">{name}</span>
      </Link>
    </li>
  )
}

/** Has the size of the card, so that nothing moves when the answer arrives. */
export function ProfileCardSkeleton() {
  return (
    <div className={`card-box ${classes.skeleton}`} aria-hidden="true">
      <div className={classes.cover} />
      <div className={classes.body}>
        <span className={`ghost-box ${classes.avatar} ${classes.ghost}`} />
        <span className={`ghost-box ${classes.ghost}`} />
        <span className={`ghost-box ${classes.ghost}`} />
        <span className={`ghost-box ${classes.ghost}`} />
      </div>
    </div>
  )
}
