import type { Profile } from '@rootsquare/contract/profiles'
import Share2 from 'lucide-react/icons/share-2'
import { useShare } from '#web/entities/share/use-share.tsx'
import { nameOf } from '#web/lib/format/names.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './share-profile.module.css'

type ShareProfileProps = { profile: Pick<Profile, 'username' | 'firstname' | 'lastname'> }

export function ShareProfile({ profile }: ShareProfileProps) {
  const link = `${location.origin}/u/${encodeURIComponent(profile.username)}`
  const { dialog, open } = useShare({ link, name: nameOf(profile) })
  return (
    <>
      <span className={classes.share}>
        <Button variant="outline" aria-haspopup="dialog" onClick={open}>
          <span className={`flex-row ${classes.label}`}>
            <Icon of={Share2} />
            <span className={classes.text}>Share profile</span>
          </span>
        </Button>
      </span>
      {dialog}
    </>
  )
}
