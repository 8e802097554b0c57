import type { ComponentType } from 'react'

/** A drawing of lucide, or another one that takes the same properties. */
export type Glyph = ComponentType<GlyphProps>

type GlyphProps = {
  size: number
  strokeWidth: number
  className?: string
  fill?: string
  'aria-hidden': 'true'
}

/** The thinner line of a larger drawing looks as strong as the thicker one of a small drawing. */
const scale = {
  s: { size: 16, strokeWidth: 2.2 },
  m: { size: 20, strokeWidth: 1.9 },
  l: { size: 28, strokeWidth: 1.8 },
  xl: { size: 56, strokeWidth: 1.3 },
} as const

type IconProps = { of: Glyph; size?: keyof typeof scale; isFilled?: boolean; className?: string }

/** What the icon means stands beside it or in the name of its control, so screen readers pass it by. */
export function Icon({ of: Drawing, size = 'm', isFilled, className }: IconProps) {
  const fill = isFilled ? 'currentcolor' : 'none'
  return <Drawing {...scale[size]} fill={fill} className={className} aria-hidden="true" />
}
