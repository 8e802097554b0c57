import { rememberRequestedPage } from '#web/lib/session/requested-page.ts'
import { ButtonLink } from '#web/ui/controls/button-link.tsx'
import classes from './post-dialogs.module.css'

type SignInLinksProps = { postId: number; isInDialog?: boolean; isSmall?: boolean; isSignUpFirst?: boolean }

/**
 * Links to sign-in, which leads back to the post. A link in a dialog replaces the dialog's entry of the history.
 * The filled link is the one that the surrounding text is about.
 */
export function SignInLinks({ postId, isInDialog, isSmall, isSignUpFirst = false }: SignInLinksProps) {
  const propsOf = (isFilled: boolean) => ({
    className: isSmall ? undefined : classes.signInLink,
    variant: isFilled ? ('primary' as const) : undefined,
    ...(isInDialog && { replace: true }),
    onClick: () => rememberRequestedPage(`/post/${postId}`),
  })
  return (
    <div className={isSmall ? 'flex-row gap-s' : 'flex-row wrap gap-s'}>
      <ButtonLink to="/" {...propsOf(!isSignUpFirst)}>
        Sign In
      </ButtonLink>
      <ButtonLink to="/signup" {...propsOf(isSignUpFirst)}>
        Sign Up
      </ButtonLink>
    </div>
  )
}
