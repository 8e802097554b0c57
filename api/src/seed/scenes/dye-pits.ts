import { person } from './figures.ts'
import { sky, sun } from './land.ts'
import { clothAt, pick, times } from './stage.ts'
import type { Scene, Stage } from './stage.ts'

/** A house of clay with horns at its corners. */
function clayHouse(x: number, y: number, [width, tall]: readonly [number, number], fill: string): string {
  const horn = (left: number) => `<path d="M${left - 12} ${y - tall}q4-44 12-52q8 8 12 52z" fill="${fill}"/>`
  const spouts = times(
    3,
    (nth) =>
      `<path d="M${x + width * (0.24 + nth * 0.26)} ${y - tall + 30}v22" stroke="#4A2410" stroke-width="7" stroke-opacity=".5"/>`,
  )
  return `<rect x="${x}" y="${y - tall}" width="${width}" height="${tall}" fill="${fill}"/>${horn(x + 12)}${horn(x + width / 2)}${horn(x + width - 12)}
<rect x="${x}" y="${y - tall}" width="${width}" height="${tall}" fill="url(#shade)" fill-opacity=".4"/>${spouts}
<path d="M${x + width * 0.38} ${y}v-${tall * 0.44}q${width * 0.11}-34 ${width * 0.22} 0v${tall * 0.44}z" fill="#3A1C10"/>
<path d="M${x + width * 0.34} ${y}v-${tall * 0.46}q${width * 0.15}-46 ${width * 0.3} 0v${tall * 0.46}" stroke="#F7E6CF" stroke-width="5" fill="none" stroke-opacity=".75"/>`
}

function pit(x: number, y: number, r: number, liquid: string): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${r * 1.16}" ry="${r * 0.5}" fill="#EBCB9B"/>
<ellipse cx="${x}" cy="${y + r * 0.03}" rx="${r}" ry="${r * 0.41}" fill="#6B4524"/>
<ellipse cx="${x}" cy="${y + r * 0.1}" rx="${r * 0.95}" ry="${r * 0.34}" fill="${liquid}"/>
<path d="M${x - r * 0.6} ${y + r * 0.12}q${r * 0.4}-${r * 0.18} ${r * 0.9}-${r * 0.1}" stroke="#C9C6FF" stroke-width="4" fill="none" stroke-opacity=".6" stroke-linecap="round"/>`
}

const liquids = ['#17153F', '#232063', '#2E2A86', '#1B2F55'] as const

const depths = [0.59, 0.7, 0.9]

function row({ width, height, roll }: Stage, place: 0 | 1 | 2): string {
  const r = 44 + place * 32
  const count = Math.round(width / (r * 2.7))
  const gap = width / count
  const y = height * (depths[place] ?? 0)
  return times(count, (nth) => {
    const x = gap * (nth + (place === 1 ? 0.34 : 0.56)) + roll(-8, 8)
    return pit(x, y, r, pick(liquids, nth + place))
  })
}

/** Round dye pits in the ground before houses of clay. */
export const dyePits: Scene = (stage) => {
  const { width, height, look } = stage
  const ground = height * 0.52
  const dyer = {
    dress: '#F4EBDA',
    wrap: clothAt(stage, 0),
    skin: '#3D2216',
    pose: 'work',
    isMan: true,
  } as const
  const x = width * 0.66
  const y = height * 0.8 - 250
  return `${sky(stage)}${sun(stage, width * 0.2, height * 0.2, 50)}
${clayHouse(-40, ground, [width * 0.42, 130], '#B9794A')}${clayHouse(width * 0.44, ground, [width * 0.34, 170], '#A9653A')}
${clayHouse(width * 0.8, ground, [width * 0.34, 120], '#BF8355')}
<rect y="${ground - 4}" width="${width}" height="${height}" fill="${look.middle}"/><rect y="${ground - 4}" width="${width}" height="${height}" fill="url(#low)"/>
${row(stage, 0)}${row(stage, 1)}${person(stage, [x, y, 2.2], dyer)}
<path d="M${x - 66} ${y + 110}L${x - 96} ${y + 290}" stroke="#5B3A20" stroke-width="9" stroke-linecap="round"/>
<path d="M${x - 10} ${y + 166}q-34 20-30 100q30 16 64-2q6-70-20-100z" fill="${clothAt(stage, 0)}"/>
<path d="M${x - 10} ${y + 166}q-34 20-30 100q30 16 64-2q6-70-20-100z" fill="url(#fold)"/>${row(stage, 2)}`
}
