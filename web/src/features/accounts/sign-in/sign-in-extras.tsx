import { useSignIn } from '#web/features/accounts/account-api.ts'
import { errorTextWithRetry } from '#web/lib/net/error-text.ts'
import { pageOfVisitor } from '#web/lib/session/requested-page.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './sign-in-extras.module.css'

export function SignInExtras({ onSignedIn }: { onSignedIn: () => void }) {
  const shared = sharedPage()
  const demo = demoLogin()
  return (
    <>
      {shared && (
        <figure className={`card-box ${classes.shared}`} aria-label="Shared with you">
          {shared.image !== '' && <img src={shared.image} alt="" width={1200} height={630} />}
          <figcaption className="pad-s-m">
            <p className="strong breakable">{shared.title}</p>
            <p className="text-xs muted">Sign in or sign up to open it.</p>
          </figcaption>
        </figure>
      )}
      {demo && <LookAround demo={demo} onSignedIn={onSignedIn} />}
    </>
  )
}

const contentOf = (selector: string) =>
  document.querySelector<HTMLMetaElement>(`meta[${selector}]`)?.content ?? ''

/** The server wrote into the page what other sites show of the link. It is shown while the visitor is on the way there. */
function sharedPage(): { title: string; image: string } | null {
  const requested = pageOfVisitor()
  const address = contentOf('property="og:url"')
  if (requested === null || address === '' || !requested.startsWith(new URL(address).pathname)) return null
  // By its path, because the page may be open under another name than the public one.
  const { pathname, search } = new URL(contentOf('property="og:image"'), location.origin)
  const isOwn = pathname.startsWith('/share-card/')
  return { title: contentOf('property="og:title"'), image: isOwn ? pathname + search : '' }
}

type Demo = { name: string; username: string; password: string }

/** Only a server that nobody else can open writes it. */
function demoLogin(): Demo | null {
  const written = contentOf('name=demo-login')
  return written === '' ? null : JSON.parse(written)
}

function LookAround({ demo, onSignedIn }: { demo: Demo; onSignedIn: () => void }) {
  const signIn = useSignIn()
  const { name, username, password } = demo
  const press = () =>
    signIn.mutate(
      { username, userSecret: password, signal: new AbortController().signal },
      { onSuccess: onSignedIn, onError: (failure) => showSnackbar('error', errorTextWithRetry(failure)) },
    )
  return (
    <div className={classes.demo}>
      <Button variant="outline" isWide isBusy={signIn.isPending} onClick={press}>
        Look around as {name}
      </Button>
      <p className="text-xs muted">Demo data on this computer only.</p>
    </div>
  )
}
