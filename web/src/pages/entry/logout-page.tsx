import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { signOut } from '#web/features/accounts/sign-in/sign-out.ts'
import { propertyOf } from '#web/lib/browser/property-of.ts'
import { listText } from '#web/lib/format/list-text.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { lastMemberId } from '#web/lib/session/session.ts'
import { unsentValues } from '#web/lib/storage/member-store.ts'
import { pushOwner } from '#web/lib/storage/push-owner.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { lazyExtra } from '#web/ui/layout/lazy-extra.ts'
import classes from './logout-page.module.css'

/** Is loaded on demand, because every other page preloads this one, which also works without its ornament. */
const Weaving = lazyExtra(async () => (await import('#web/ui/layout/weaving.tsx')).Weaving)

/**
 * Is shown during the call to the server. Once the session has ended, the guard redirects to sign-in. What was not sent
 * is deleted only if the member says so.
 */
export function LogoutPage() {
  usePageTitle('Signing out')
  const { history, navigate } = useRouter()
  const stay = () => (history.canGoBack() ? history.back() : navigate({ to: routes.User, replace: true }))
  const [unsent, setUnsent] = useState<unknown[]>([])
  useEffect(() => {
    void unsentValues(lastMemberId() ?? 0).then((all) => (all.length > 0 ? setUnsent(all) : leave()))
  }, [])

  function discard(): void {
    setUnsent([])
    leave()
  }

  return (
    <div className={`stack centered muted ${classes.page}`}>
      <Suspense>
        <Weaving className={classes.cloth} />
      </Suspense>
      {unsent.length > 0 ? (
        <>
          <p role="alert">
            {namesOf(unsent)} that have not been sent: {unsent.length}
          </p>
          <Button onClick={stay}>Stay signed in</Button>
          <Button variant="outline" onClick={discard}>
            Sign out and discard
          </Button>
        </>
      ) : (
        <output>Signing out…</output>
      )}
    </div>
  )
}

/** Names what would be lost. */
function namesOf(unsent: unknown[]): string {
  const isAny = (kind: string) => unsent.some((entry) => propertyOf(entry, 'kind') === kind)
  const names = [isAny('post') && 'posts', 'messages', 'comments', isAny('value') && 'other changes']
  const listed = listText(names.filter((name) => name !== false))
  return listed.replace(/^./, (first) => first.toUpperCase())
}

function leave(): void {
  void Promise.allSettled([endPush(), signOut()])
}

/** Ends pushes. If they are on, the code was loaded when the app started. */
async function endPush(): Promise<void> {
  if (pushOwner() === null) return
  await (await import('#web/features/notifications/push/push-subscription.ts')).endPush()
}
