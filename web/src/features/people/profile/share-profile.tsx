import Share2 from 'lucide-react/icons/share-2'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { ShareLink } from '#web/ui/overlays/share-link.tsx'
import classes from './share-profile.module.css'

export function ShareProfile({ username }: { username: string }) {
  return (
    <ShareLink link={`${location.origin}/u/${encodeURIComponent(username)}`} subject="profile">
      {(share) => (
        <span className={classes.share}>
          <Button variant="outline" onClick={share}>
            <span className={`flex-row ${classes.label}`}>
              <Icon of={Share2} />
              <span className={classes.text}>Share profile</span>
            </span>
          </Button>
        </span>
      )}
    </ShareLink>
  )
}
