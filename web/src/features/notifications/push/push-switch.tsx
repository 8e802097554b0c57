import { brand } from '@rootsquare/contract/product'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readPushState, turnPushOff, turnPushOn } from '#web/features/notifications/push/push-subscription.ts'
import type { PushState } from '#web/features/notifications/push/push-subscription.ts'
import { configuration } from '#web/lib/net/configuration.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { useMember } from '#web/lib/session/session.ts'
import { Switch } from '#web/ui/controls/switch.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'

const label = 'Push notifications'

/** Switches pushes for this browser. The kinds that are pushed are a setting of the member, not of the browser. */
export function PushSwitch() {
  const { userId: memberId } = useMember()
  const key = ['push', memberId]
  const config = useQuery(configuration())
  const state = useQuery({ queryKey: key, queryFn: () => readPushState(memberId), staleTime: 0 })
  const change = usePushChange(memberId, key)
  if (config.isError) return <LoadError query={config} />
  if (config.isPending || state.isPending)
    return <RowsSkeleton label="Loading push notifications…" count={1} isBare />
  const publicKey = config.data.push?.publicKey
  if (publicKey === undefined) return <Unavailable text="This server sends no push notifications." />
  if (state.data === 'unsupported')
    return <Unavailable text="This browser does not support push notifications. Another browser may." />
  if (state.data === 'denied') return <Unavailable text={deniedText} />
  return (
    <div className="stack gap-xs">
      <Switch
        label={label}
        description={`On this device, also while ${brand} is closed.`}
        isOn={change.isPending ? change.variables !== null : state.data === 'on'}
        onChange={(isOn) => {
          if (!change.isPending) change.mutate(isOn ? publicKey : null)
        }}
      />
      {change.isError && (
        <p role="alert" className="text-xs">
          {errorText(change.error, 'Push notifications could not be changed. Please try again.')}
        </p>
      )}
      {change.data === 'off' && change.variables !== null && (
        <output className="text-xs muted">
          Your browser was not allowed to show notifications. Switch it on again to be asked once more.
        </output>
      )}
    </div>
  )
}

const deniedText = `Your browser blocks notifications from ${brand}. To change that, select the icon beside the address of this page, allow notifications, and reload the page.`

/** Switches pushes on with the key of the server, and off with null. */
function usePushChange(memberId: number, key: unknown[]) {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: (publicKey: string | null) =>
      publicKey === null ? turnPushOff() : turnPushOn(memberId, publicKey),
    onSuccess: (state: PushState) => queryClient.setQueryData(key, state),
  })
}

function Unavailable({ text }: { text: string }) {
  return (
    <div className="stack gap-xs">
      <span className="strong">{label}</span>
      <p className="text-xs muted">{text}</p>
    </div>
  )
}
