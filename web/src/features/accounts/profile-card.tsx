import type { Profile } from '@rootsquare/contract/accounts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Cloth, clothOf } from '#web/ui/cloth.tsx'
import classes from './profile-card.module.css'

const figures = new Intl.NumberFormat('en-NG')

export function ProfileCard({ profile }: { profile: Profile }) {
  const name = `${profile.firstname} ${profile.lastname}`
  const cloth = clothOf(profile.groupId)
  return (
    <section className="card" aria-label="Your profile">
      <div className={classes.cover}>
        {profile.headerImage === null ? <Cloth cloth={cloth} /> : <img src={profile.headerImage} alt="" />}
      </div>
      <div className={classes.body}>
        <Avatar name={name} image={profile.profileImage} size={76} className={classes.avatar} />
        <h2 className={classes.name}>{name}</h2>
        <p className={classes.username}>@{profile.username}</p>
        {profile.groupName !== null && (
          <p className={classes.group}>
            <span className={classes.swatch}>
              <Cloth cloth={cloth} isSwatch />
            </span>
            {profile.groupName}
          </p>
        )}
        {profile.bio && <p className={classes.bio}>{profile.bio}</p>}
        <dl className={classes.counts}>
          <Count name="Posts" value={profile.postsCount} />
          <Count name="Followers" value={profile.followersCount} />
          <Count name="Following" value={profile.followingCount} />
        </dl>
      </div>
    </section>
  )
}

function Count({ name, value }: { name: string; value: number }) {
  return (
    <div className={classes.count}>
      <dt>{name}</dt>
      <dd>{figures.format(value)}</dd>
    </div>
  )
}

/** The card's own size, so that nothing jumps when the answer comes. */
export function ProfileCardSkeleton() {
  return (
    <div className={['card', classes.skeleton].join(' ')} aria-hidden="true">
      <div className={classes.cover} />
      <div className={classes.body}>
        <span className={[classes.avatar, classes.ghostAvatar].join(' ')} />
        <span className={classes.ghostLine} />
        <span className={classes.ghostLine} />
        <span className={classes.ghostCounts} />
      </div>
    </div>
  )
}
