import { unsubscribe } from '@rootsquare/contract/notifications'

import { call } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'

/** Requires a press, because programs that check mails open every link in them. */
export function UnsubscribeForm({ token }: { token: string }) {
  const request = useServerMutation({ mutationFn: () => call(unsubscribe, { query: { token } }) })
  if (request.isSuccess)
    return (
      <div aria-live="polite">
        <Notice kind="success">
          <p>You will get no more weekly mails.</p>
          <p>You can switch them on again in the settings.</p>
        </Notice>
      </div>
    )
  return (
    <div className="stack">
      {request.isError && (
        <div role="alert">
          <Notice kind="error">
            <p>{errorText(request.error)}</p>
          </Notice>
        </div>
      )}
      <p>The weekly mail lists what you have missed. Your other settings stay as they are.</p>
      <Button isWide isBusy={request.isPending} onClick={() => request.mutate()}>
        Unsubscribe
      </Button>
    </div>
  )
}

/** Is shown for a link without its token. */
export function UnsubscribeWithoutToken() {
  return (
    <Notice kind="error">
      <p>This link is incomplete. Please open the link in the mail again.</p>
    </Notice>
  )
}
