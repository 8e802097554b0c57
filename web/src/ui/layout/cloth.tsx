import { useId } from 'react'
import { foldText } from '#web/lib/format/fold-text.ts'
import { motifs, plainFamilies, type Family, type Palette } from '#web/ui/layout/motifs.tsx'

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
const paletteNames = ['indigo', 'oxblood', 'chalk', 'clay', 'leaf', 'sand', 'linen', 'night'] as const

export type ClothName = { family: Family; palette: PaletteName; stripes?: string | undefined }

const brandCloth: ClothName = { family: 'adire', palette: 'indigo' }

/** The peoples that the design names. No other group is shown with the cloth of a people. */
const ownCloths: Record<string, ClothName> = {
  yoruba: brandCloth,
  igbo: { family: 'uli', palette: 'chalk' },
  hausa: { family: 'dagi', palette: 'sand' },
  ndoki: { family: 'akwete', palette: 'leaf' },
}

/** What crosses a plain pattern: nothing, a stripe down, a stripe across, or both. */
const stripes = [undefined, 'M24 0v48', 'M0 24h48', 'M24 0v48M0 24h48']

/** With these seeds no two of the first groups look the same, and neighbours in the list have different colours. */
const [colourSeed, patternSeed] = [119_734_123, 190_159_703]

/** Returns a people's own cloth, else a plain pattern that belongs to no people. It is the same on every screen. */
export function clothOf(groupName: string | null): ClothName {
  const name = foldText(groupName ?? '')
  const pattern = hashOf(name, patternSeed)
  return (
    ownCloths[name] ?? {
      family: plainFamilies[pattern >>> 29] ?? 'dots',
      palette: paletteNames[(hashOf(name, colourSeed) >>> 26) % 8] ?? 'indigo',
      stripes: stripes[(pattern >>> 27) % 4],
    }
  )
}

/** Shows a round piece of the cloth beside the name it belongs to. */
export function ClothSwatch({ name, size }: { name: string | null; size: number }) {
  return (
    <span className="rigid circle clip" style={{ width: size, height: size }}>
      <Cloth cloth={clothOf(name)} isSwatch className="cover-picture" />
    </span>
  )
}

/** Computes FNV-1a. Only its upper bits depend on every letter. */
function hashOf(text: string, seed: number): number {
  let hash = seed
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93)
  return hash
}

type ClothProps = { cloth?: ClothName; className?: string | undefined; isSwatch?: boolean }

/** Fills its box with a textile pattern, or shows one repeat of it as a swatch. */
export function Cloth({ cloth = brandCloth, className, isSwatch = false }: ClothProps) {
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
          {cloth.stripes && <path d={cloth.stripes} stroke={palette[2]} strokeWidth="11" />}
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}

export function WovenStrip() {
  return <Cloth cloth={{ family: 'asooke', palette: 'oxblood' }} />
}
