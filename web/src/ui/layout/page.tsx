import { createLink } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './page.module.css'

type PageProps = {
  /** In pixels. Without it the page is as wide as the shell. */
  width?: number
  /** On a phone, its cards reach from one edge to the other. */
  isEdgeToEdge?: boolean
  /** With more space between its parts. */
  isRoomy?: boolean
  className?: string
  children: ReactNode
}

/** The parts of a page below each other. */
export function Page({ width, isEdgeToEdge, isRoomy, className = '', children }: PageProps) {
  return (
    <div
      className={`stack ${isEdgeToEdge ? 'edge-to-edge' : ''} ${classes.page} ${className}`}
      style={{ maxWidth: width }}
      data-roomy={isRoomy || undefined}
    >
      {children}
    </div>
  )
}

type PageHeadProps = { title: string; className?: string; children?: ReactNode }

/** The title of a page, what stands beside it and what is written below it. A button is at the right edge. */
export function PageHead({ title, className = '', children }: PageHeadProps) {
  return (
    <div className={`flex-row wrap gap-xs-s ${classes.head} ${className}`}>
      <h1 className="display-text page-title breakable">{title}</h1>
      {children}
    </div>
  )
}

/** Leads to the page above this one. */
export const BackLink = createLink(BackAnchor)

function BackAnchor({ className = '', children, ...props }: ComponentProps<'a'>) {
  const names = `flex-row underline-on-hover touch semibold radius-s muted ${classes.back} ${className}`
  return (
    <a {...props} className={names}>
      <Icon of={ArrowLeft} />
      {children}
    </a>
  )
}
