import { Link } from '@tanstack/react-router'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useId } from 'react'
import type { ReactNode } from 'react'
import classes from './settings-list.module.css'

type Icon = typeof ChevronRight

export function SettingsGroup({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={classes.group}>
      <h2 id={titleId}>{title}</h2>
      <div className={['card', classes.rows].join(' ')}>{children}</div>
    </section>
  )
}

type RowProps = { Icon: Icon; name: string; description: string }

/** Opens a dialog, or does something at once. */
export function SettingsDeed(props: RowProps & { onClick: () => void; tone?: 'danger'; isBusy?: boolean }) {
  const { onClick, tone, isBusy, ...row } = props
  const descriptionId = useId()
  return (
    <button
      type="button"
      className={classes.row}
      aria-label={row.name}
      aria-describedby={descriptionId}
      data-tone={tone}
      aria-disabled={isBusy || undefined}
      onClick={() => {
        if (!isBusy) onClick()
      }}
    >
      <RowBody {...row} descriptionId={descriptionId} />
    </button>
  )
}

export function SettingsLink({ to, ...row }: RowProps & { to: '/addresses' }) {
  const descriptionId = useId()
  return (
    <Link to={to} className={classes.row} aria-label={row.name} aria-describedby={descriptionId}>
      <RowBody {...row} descriptionId={descriptionId} />
    </Link>
  )
}

/** For a control that brings its own words. */
export function SettingsControl({ Icon, children }: { Icon: Icon; children: ReactNode }) {
  return (
    <div className={classes.row}>
      <span className={classes.icon}>
        <Icon size={20} strokeWidth={1.9} aria-hidden="true" />
      </span>
      <div className={classes.control}>{children}</div>
    </div>
  )
}

function RowBody({ Icon, name, description, descriptionId }: RowProps & { descriptionId: string }) {
  return (
    <>
      <span className={classes.icon}>
        <Icon size={20} strokeWidth={1.9} aria-hidden="true" />
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span id={descriptionId} className={classes.description}>
          {description}
        </span>
      </span>
      <ChevronRight size={20} strokeWidth={1.9} aria-hidden="true" className={classes.arrow} />
    </>
  )
}

/** As tall as the rows that will stand here, so that nothing jumps. */
export function SettingsSkeleton({ rows }: { rows: number }) {
  return (
    <div className={['card', classes.rows].join(' ')} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={`row-${row}`} className={classes.row}>
          <span className={classes.icon} />
          <span className={classes.ghost} />
        </div>
      ))}
    </div>
  )
}
