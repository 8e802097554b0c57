import type { Profile } from '@rootsquare/contract/profiles'
import { Link } from '@tanstack/react-router'

/** Says in one line what is missing in the member's profile. */
export function ProfileCompletion({ profile }: { profile: Profile }) {
  const hasPicture = profile.profileImage !== null
  const hasBio = Boolean(profile.bio)
  if (hasPicture && hasBio) return null
  return (
    <p className="card-box pad-s-m">
      Add {!hasPicture && <FormLink text="a picture" hash="update-profile" />}
      {!hasPicture && !hasBio && ' and '}
      {!hasBio && <FormLink text="a few words about you" hash="update-bio" />}
    </p>
  )
}

function FormLink({ text, hash }: { text: string; hash: string }) {
  return (
    <Link to="/settings" hash={hash} className="text-link">
      {text}
    </Link>
  )
}
