import { Link } from '@tanstack/react-router'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useId, type ReactNode } from 'react'
import { Icon, type Glyph } from '#web/ui/layout/icon.tsx'
import classes from './settings-list.module.css'

export function SettingsGroup({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={`stack gap-xs ${classes.group}`}>
      <h2 id={titleId}>{title}</h2>
      <div className="card-box">{children}</div>
    </section>
  )
}

type RowProps = { icon: Glyph; name: string; description: string }

export function SettingsButton(props: RowProps & { onClick: () => void; tone?: 'danger'; isBusy?: boolean }) {
  const { onClick, tone, isBusy, ...row } = props
  const descriptionId = useId()
  const start = () => {
    if (!isBusy) onClick()
  }
  return (
    <Row {...row} tone={tone} descriptionId={descriptionId}>
      <button
        type="button"
        className={`plain-control strong stretched-link ${classes.name}`}
        aria-describedby={descriptionId}
        aria-disabled={isBusy || undefined}
        onClick={start}
      >
        {row.name}
      </button>
    </Row>
  )
}

export function SettingsLink({ to, ...row }: RowProps & { to: '/addresses' | '/settings/notifications' }) {
  const descriptionId = useId()
  return (
    <Row {...row} descriptionId={descriptionId}>
      <Link to={to} className={`strong stretched-link ${classes.name}`} aria-describedby={descriptionId}>
        {row.name}
      </Link>
    </Row>
  )
}

/** Renders a row for a control that has its own label. */
type SettingsControlProps = { icon: Glyph; className?: string; children: ReactNode }

export function SettingsControl({ icon, className = '', children }: SettingsControlProps) {
  return (
    <div className={`divided flex-row positioned ${classes.row} gap-s min-height-72 pad-s-m ${className}`}>
      <span className={`center-content rigid ${classes.icon}`}>
        <Icon of={icon} />
      </span>
      <div className="grow">{children}</div>
    </div>
  )
}

type RowLayoutProps = Omit<RowProps, 'name'> & {
  descriptionId: string
  tone?: 'danger' | undefined
  /** The name of the row, as a control that covers the whole row. */
  children: ReactNode
}

function Row({ icon, description, descriptionId, tone, children }: RowLayoutProps) {
  return (
    <div
      className={`divided flex-row positioned ${classes.row} gap-s min-height-72 pad-s-m`}
      data-tone={tone}
    >
      <span className={`center-content rigid ${classes.icon}`}>
        <Icon of={icon} />
      </span>
      <div className={`grow ${classes.text} display-grid justify-start`}>
        {children}
        <p id={descriptionId} className="text-xs muted">
          {description}
        </p>
      </div>
      <Icon of={ChevronRight} className="rigid faint" />
    </div>
  )
}

/** Has the size of a row, so that nothing moves when the answer arrives. */
export function SettingsRowSkeleton() {
  return (
    <div
      className={`divided flex-row positioned ${classes.row} gap-s min-height-72 pad-s-m`}
      aria-hidden="true"
    >
      <span className={`center-content rigid ${classes.icon}`} />
      <span className={`grow ghost-box ${classes.ghost}`} />
    </div>
  )
}
