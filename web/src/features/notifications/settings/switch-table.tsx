import type { NotificationSettings, SettingKind } from '@rootsquare/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { notificationSettings, useSwitch, type Channel } from '#web/features/notifications/api.ts'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import classes from './switch-table.module.css'

type KindGroup = { title: string; kinds: [SettingKind, string][] }

const kindGroups: KindGroup[] = [
  { title: 'Messages', kinds: [['MESSAGE', 'Messages to you']] },
  {
    title: 'Posts and comments',
    kinds: [
      ['LIKE', 'Likes on your posts'],
      ['COMMENT', 'Comments on your posts'],
      ['REPLY', 'Replies to your comments'],
      ['COMMENT_LIKE', 'Likes on your comments'],
      ['MENTION', 'Mentions of you'],
    ],
  },
  {
    title: 'People and groups',
    kinds: [
      ['FOLLOW', 'New followers'],
      ['PROPOSAL', 'Decisions on your proposals'],
      ['MODERATION', 'What moderators decide'],
    ],
  },
  {
    title: 'Buying and selling',
    kinds: [
      ['ORDER', 'Orders and sales'],
      ['REVIEW', 'Reviews'],
      ['DISPUTE', 'Disputes'],
      ['PAYOUT', 'Payouts'],
    ],
  },
]

const channels: [Channel, string][] = [
  ['inApp', 'In the app'],
  ['push', 'Push'],
  ['mail', 'Weekly mail'],
]

/** Shows which kinds are listed, pushed and included in the weekly mail. */
export function SwitchTables() {
  const settings = useQuery(notificationSettings())
  if (settings.isPending) return <RowsSkeleton label="Loading your choices" count={6} />
  if (settings.isLoadingError) return <LoadError query={settings} />
  return kindGroups.map((group) => <SwitchTable key={group.title} {...group} settings={settings.data} />)
}

type SwitchTableProps = (typeof kindGroups)[number] & { settings: NotificationSettings }

function SwitchTable({ title, kinds, settings }: SwitchTableProps) {
  const titleId = useId()
  return (
    <section className="stack gap-xs" aria-labelledby={titleId}>
      <h2 id={titleId} className="bold pad-x-2xs muted text-s">
        {title}
      </h2>
      <table className={`card-box full-width ${classes.table}`} aria-labelledby={titleId}>
        <thead>
          <tr>
            <th scope="col" className={classes.kind}>
              Notify me about
            </th>
            {channels.map(([channel, name]) => (
              <th key={channel} scope="col" className="text-xs">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map(([kind, name]) => (
            <KindRow key={kind} kind={kind} name={name} settings={settings} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type KindRowProps = { kind: SettingKind; name: string; settings: NotificationSettings }

function KindRow({ kind, name, settings }: KindRowProps) {
  return (
    <tr>
      <th scope="row" className={classes.kind}>
        {name}
      </th>
      {channels.map(([channel, channelName]) => (
        <td key={channel}>
          {hasSwitch(kind, channel) && (
            <KindSwitch kind={kind} channel={channel} label={`${name}: ${channelName}`} settings={settings} />
          )}
        </td>
      ))}
    </tr>
  )
}

/** Messages are always in the app. */
const hasSwitch = (kind: SettingKind, channel: Channel) => kind !== 'MESSAGE' || channel !== 'inApp'

type KindSwitchProps = { kind: SettingKind; channel: Channel; label: string; settings: NotificationSettings }

function KindSwitch({ kind, channel, label, settings }: KindSwitchProps) {
  const { value: isOn, change } = useSwitch({ kind, channel }, settings)
  return (
    <label className="center-content min-height-52 pressable">
      <input
        type="checkbox"
        aria-label={label}
        className={classes.box}
        checked={isOn}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </label>
  )
}
