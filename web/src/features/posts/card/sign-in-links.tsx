import { Link } from '@tanstack/react-router'
import { rememberRequestedPage } from '#web/lib/session/requested-page.ts'
import classes from '#web/features/posts/dialogs/post-dialogs.module.css'

type SignInLinksProps = { postId: number; isInDialog?: boolean; isSmall?: boolean; isSignUpFirst?: boolean }

/**
 * Sign In leads back to the post afterwards. A link in a dialog replaces the dialog's entry of the history.
 * The filled link is the one that the text around it is about.
 */
export function SignInLinks({
  postId,
  isInDialog = false,
  isSmall = false,
  isSignUpFirst = false,
}: SignInLinksProps) {
  const remember = () => rememberRequestedPage(`/post/${postId}`)
  const variant = (isFilled: boolean) => (isFilled ? undefined : 'outline')
  return (
    <div className={classes.signIn} data-small={isSmall || undefined}>
      <Link
        to="/"
        replace={isInDialog}
        className={classes.access}
        data-variant={variant(!isSignUpFirst)}
        onClick={remember}
      >
        Sign In
      </Link>
      <Link
        to="/signup"
        replace={isInDialog}
        className={classes.access}
        data-variant={variant(isSignUpFirst)}
        onClick={remember}
      >
        Sign Up
      </Link>
    </div>
  )
}
