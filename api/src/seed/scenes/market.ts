import { person } from './figures.ts'
import { palm, sky, sun, swell, tree } from './land.ts'
import { clothAt, pick, times } from './stage.ts'
import type { Scene, Stage } from './stage.ts'
import { basin } from './vessels.ts'

const shades = [
  ['#A83A1F', '#F7E6CF'],
  ['#2E2A86', '#F2B23A'],
  ['#1B6B45', '#FDF0CF'],
  ['#7A2F5C', '#F6CDBB'],
] as const
const heaps = ['#C23A1E', '#E58A1F', '#4F7A3C', '#8A5A36', '#E3B23A'] as const
const tins = ['#5A8FA8', '#EDE3D2', '#2E2A86', '#C9C6BC'] as const

function umbrella(
  [x, y, size]: readonly [number, number, number],
  [dark, light]: readonly [string, string],
): string {
  const panels = [
    'M-150 0q20-84 150-92q-86 34-98 92z',
    'M-52 0q10-58 52-92v92z',
    'M0-92q44 34 52 92H0z',
    'M52 0q-8-58-52-92q130 8 150 92z',
  ]
  const scallops = times(
    6,
    (nth) => `<path d="M${-150 + nth * 50} -2q25 28 50 0z" fill="${nth % 2 ? light : dark}"/>`,
  )
  return `<g transform="translate(${x} ${y}) scale(${size})"><path d="M-3-96h6v330h-6z" fill="#6B4524"/>
${panels.map((path, nth) => `<path d="${path}" fill="${nth % 2 ? light : dark}"/>`).join('')}${scallops}<path d="M-150 0q20-84 150-92q130 8 150 92z" fill="url(#shade)" fill-opacity=".5"/></g>`
}

/** A seller behind a table of heaped basins, under an umbrella. */
function stall(stage: Stage, [x, y, size]: readonly [number, number, number], nth: number): string {
  const seller = {
    dress: clothAt(stage, nth),
    wrap: clothAt(stage, nth + 1),
    pose: pick(['folded', 'open', 'reach'], nth),
    skin: pick(['#4A2A1A', '#5C3521', '#3D2216'], nth),
  }
  const table = `<g transform="translate(${x} ${y}) scale(${size})"><path d="M-130 176h260v22h-260z" fill="#7A4A26"/>
<path d="M-122 198h244v64h-244z" fill="${clothAt(stage, nth + 2)}"/><path d="M-122 198h244v64h-244z" fill="url(#low)"/></g>`
  const goods = times(3, (place) =>
    basin(
      [x + (place - 1) * 84 * size, y + 152 * size, 0.68 * size],
      pick(tins, nth + place),
      pick(heaps, nth * 2 + place),
    ),
  )
  return `${umbrella([x, y, size], pick(shades, nth))}${person(stage, [x + 8 * size, y + 28 * size, 1.45 * size], seller)}${table}${goods}`
}

function square(stage: Stage): string {
  const { width, height, look } = stage
  const isWide = width > height
  const back = times(isWide ? 3 : 2, (nth) =>
    stall(stage, [width * (isWide ? 0.16 + nth * 0.34 : 0.2 + nth * 0.6), height * 0.36, 0.8], nth),
  )
  const front = times(isWide ? 2 : 1, (nth) =>
    stall(stage, [width * (isWide ? 0.3 + nth * 0.44 : 0.5), height * 0.52, 1.16], nth + 1),
  )
  const buyer = { dress: clothAt(stage, 3), wrap: clothAt(stage, 0), pose: 'folded' } as const
  return `${swell(stage, height * 0.6, 20, look.middle)}${back}<rect y="${height * 0.9}" width="${width}" height="${height * 0.1}" fill="${look.near}"/>${front}
${person(stage, [width * (isWide ? 0.53 : 0.86), height * 0.62, 1.9], buyer)}`
}

/** Market day: umbrellas, basins and those who sell from them. */
export const market: Scene = (stage) => {
  const { width, height, look } = stage
  return `${sky(stage)}${sun(stage, width * 0.85, height * 0.16, 46)}${swell(stage, height * 0.5, 60, look.far)}
${palm(stage, width * 0.05, height * 0.54, 1.7)}${palm(stage, width * 0.93, height * 0.52, 1.5)}${square(stage)}`
}

/** The market of long ago under its tree: a print with a white edge, gone brown. */
export const oldPhotograph: Scene = (stage) => {
  const { width, height, look } = stage
  const buyer = { dress: clothAt(stage, 0), wrap: clothAt(stage, 1), pose: 'open' } as const
  const friend = { dress: clothAt(stage, 1), wrap: clothAt(stage, 2), pose: 'folded', isMan: true } as const
  const scratches = times(
    5,
    (nth) =>
      `<path d="M${width * (0.14 + nth * 0.19)} ${40 + nth * 60}q${14 - nth * 6} 80 4 ${150 + nth * 22}" stroke="#fff" stroke-width="1.6" fill="none" stroke-opacity=".5"/>`,
  )
  return `${sky(stage)}${swell(stage, height * 0.5, 50, look.far)}${swell(stage, height * 0.6, 20, look.middle)}${tree(stage, width * 0.5, height * 0.74, 2.6)}
${stall(stage, [width * 0.17, height * 0.46, 0.92], 0)}${stall(stage, [width * 0.84, height * 0.48, 0.98], 1)}${person(stage, [width * 0.44, height * 0.58, 1.7], buyer)}${person(stage, [width * 0.57, height * 0.6, 1.6], friend)}
<rect width="${width}" height="${height}" fill="#6B4A22" fill-opacity=".2"/>${scratches}
<path d="M0 0h${width}v${height}H0zM30 30v${height - 60}h${width - 60}V30z" fill="#F7EFDC" fill-rule="evenodd"/>
<path d="M0 0h92L0 74zM${width} ${height}h-70l70-96z" fill="#E4D4B2"/><path d="M92 0L0 74" stroke="#A88A5A" stroke-width="3"/>`
}
