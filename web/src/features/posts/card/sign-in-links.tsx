import { Link } from '@tanstack/react-router'
import { rememberRequestedPage } from '#web/lib/session/requested-page.ts'
import classes from '#web/features/posts/dialogs/post-dialogs.module.css'

type SignInLinksProps = { postId: number; isInDialog?: boolean; isSmall?: boolean; isSignUpFirst?: boolean }

/**
 * Links to sign-in, which leads back to the post. A link in a dialog replaces the dialog's entry of the history.
 * The filled link is the one that the surrounding text is about.
 */
export function SignInLinks({ postId, isInDialog, isSmall, isSignUpFirst = false }: SignInLinksProps) {
  const propsOf = (isFilled: boolean) => ({
    className: classes.signInLink,
    'data-variant': isFilled ? undefined : 'outline',
    'data-small': isSmall || undefined,
    ...(isInDialog && { replace: true }),
    onClick: () => rememberRequestedPage(`/post/${postId}`),
  })
  return (
    <div className={isSmall ? 'row gap-10' : 'row wrap gap-10'}>
      <Link to="/" {...propsOf(!isSignUpFirst)}>
        Sign In
      </Link>
      <Link to="/signup" {...propsOf(isSignUpFirst)}>
        Sign Up
      </Link>
    </div>
  )
}
