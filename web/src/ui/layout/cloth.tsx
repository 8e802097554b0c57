import { useId } from 'react'
import { motifs } from '#web/ui/layout/motifs.tsx'
import type { Family, Palette } from '#web/ui/layout/motifs.tsx'

const families = ['adire', 'asooke', 'uli', 'nok', 'akwete', 'dagi'] as const satisfies readonly Family[]

const palettes = {
  indigo: ['#232063', '#EDEBFF', '#8E8BE0'],
  oxblood: ['#8A2C15', '#F2B23A', '#2A1B14'],
  chalk: ['#F7E6CF', '#5B2A16', '#A83A1F'],
  clay: ['#A9502F', '#F3CDA9', '#5E2312'],
  leaf: ['#14532F', '#F2B23A', '#E9F3EA'],
  sand: ['#F3E4C4', '#1F5E6B', '#B5832A'],
  linen: ['#F3EBDD', '#2E2A86', '#8E8BE0'],
  night: ['#2E2A86', '#F2B23A', '#17153F'],
} as const satisfies Record<string, Palette>
type PaletteName = keyof typeof palettes
const paletteNames = [
  'indigo',
  'oxblood',
  'chalk',
  'clay',
  'leaf',
  'sand',
  'linen',
  'night',
] as const satisfies readonly PaletteName[]

export type ClothName = { family: Family; palette: PaletteName }

const defaultCloth: ClothName = { family: 'adire', palette: 'indigo' }

/** Every group has its own pattern, the same on every screen; a member who shows no group has the default one. */
export function clothOf(groupId: number | null): ClothName {
  if (groupId === null) return defaultCloth
  // Consecutive ids differ in both, and 48 groups in a row have 48 patterns: without the turn, every 24th would repeat.
  const turn = Math.floor(groupId / 24)
  const family = families[groupId % families.length] ?? defaultCloth.family
  const palette = paletteNames[(groupId + turn) % paletteNames.length] ?? defaultCloth.palette
  return { family, palette }
}

type ClothProps = { cloth?: ClothName; className?: string | undefined; isSwatch?: boolean }

/** A textile pattern that fills its box, or one repeat of it as a swatch. */
export function Cloth({ cloth = defaultCloth, className, isSwatch = false }: ClothProps) {
  const id = useId()
  const { width, height, draw } = motifs[cloth.family]
  const palette = palettes[cloth.palette]
  return (
    <svg
      className={className}
      width="100%"
      height="100%"
      viewBox={isSwatch ? `0 0 ${width} ${height}` : undefined}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <pattern id={id} width={width} height={height} patternUnits="userSpaceOnUse">
          <rect width={width} height={height} fill={palette[0]} />
          {draw(palette)}
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}

export function WovenStrip({ className }: { className?: string | undefined }) {
  return <Cloth cloth={{ family: 'asooke', palette: 'oxblood' }} className={className} />
}
