import { useState } from 'react'
import { EntryFrame } from '#web/features/accounts/entry-frame.tsx'
import {
  UnsubscribeForm,
  UnsubscribeWithoutToken,
} from '#web/features/notifications/digest/unsubscribe-form.tsx'

export function UnsubscribePage() {
  const [token] = useState(() => new URLSearchParams(location.search).get('token'))
  return (
    <EntryFrame title="Weekly mail">
      {token ? <UnsubscribeForm token={token} /> : <UnsubscribeWithoutToken />}
    </EntryFrame>
  )
}
