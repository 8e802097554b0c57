import { Link } from '@tanstack/react-router'
import { rememberRequestedPage } from '#web/lib/session/requested-page.ts'
import classes from '#web/features/posts/dialogs/post-dialogs.module.css'

type WaysInProps = { postId: number; isLayer?: boolean; isSmall?: boolean; isForNew?: boolean }

/**
 * Sign In comes back to the post afterwards. From a dialog, whose place in the history is then taken over.
 * The filled one is the way that the words around it speak of.
 */
export function WaysIn({ postId, isLayer = false, isSmall = false, isForNew = false }: WaysInProps) {
  const remember = () => rememberRequestedPage(`/post/${postId}`)
  const look = (isFilled: boolean) => (isFilled ? undefined : 'outline')
  return (
    <div className={classes.doors} data-small={isSmall || undefined}>
      <Link
        to="/"
        replace={isLayer}
        className={classes.access}
        data-look={look(!isForNew)}
        onClick={remember}
      >
        Sign In
      </Link>
      <Link
        to="/signup"
        replace={isLayer}
        className={classes.access}
        data-look={look(isForNew)}
        onClick={remember}
      >
        Sign Up
      </Link>
    </div>
  )
}
