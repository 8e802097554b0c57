import { Suspense, useEffect } from 'react'
import { signOut } from '#web/features/accounts/sign-in/sign-out.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { pushOwner } from '#web/lib/storage/push-owner.ts'
import { lazyExtra } from '#web/ui/layout/lazy-extra.ts'
import classes from './logout-page.module.css'

/** Is loaded on demand, because every other page preloads this one, which also works without its ornament. */
const Weaving = lazyExtra(async () => (await import('#web/ui/layout/weaving.tsx')).Weaving)

/** Is shown during the call to the server. Once the session has ended, the guard redirects to sign-in. */
export function LogoutPage() {
  usePageTitle('Signing out')
  useEffect(() => void Promise.allSettled([endPush(), signOut()]), [])
  return (
    <div className={`stack centered muted ${classes.page}`}>
      <Suspense>
        <Weaving className={classes.cloth} />
      </Suspense>
      <output>Signing out…</output>
    </div>
  )
}

/** Ends pushes. If they are on, the code was loaded when the app started. */
async function endPush(): Promise<void> {
  if (pushOwner() === null) return
  await (await import('#web/features/notifications/push/push-subscription.ts')).endPush()
}
