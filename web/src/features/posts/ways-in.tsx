import { Link } from '@tanstack/react-router'
import { rememberAskedFor } from '#web/lib/asked-for.ts'
import classes from './post-dialogs.module.css'

type WaysInProps = { postId: number; isLayer?: boolean; isSmall?: boolean }

/** Sign In comes back to the post afterwards. From a dialog, whose place in the history is then taken over. */
export function WaysIn({ postId, isLayer = false, isSmall = false }: WaysInProps) {
  const remember = () => rememberAskedFor(`/post/${postId}`)
  return (
    <div className={classes.doors} data-small={isSmall || undefined}>
      <Link to="/" replace={isLayer} className={classes.door} onClick={remember}>
        Sign In
      </Link>
      <Link to="/signup" replace={isLayer} className={classes.door} data-look="outline" onClick={remember}>
        Sign Up
      </Link>
    </div>
  )
}
