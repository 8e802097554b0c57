import { daylight, halo } from './land.ts'
import { clothAt, pick, times } from './stage.ts'
import type { Scene, Stage } from './stage.ts'

const corals = ['#C23A1E', '#D34B2A', '#B5311A', '#DE6038'] as const

const bead = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/><circle cx="${x - r * 0.3}" cy="${y - r * 0.35}" r="${r * 0.28}" fill="#fff" fill-opacity=".6"/>`

/** One strand in a bow from the left to the right. */
export function strand(
  [x, y]: readonly [number, number],
  [wide, deep, size]: readonly [number, number, number],
  tone: number,
): string {
  const count = Math.round((wide * 1.2 + deep * 1.5) / (size * 1.9))
  return times(count, (nth) => {
    const turn = Math.PI * (0.01 + (0.98 * nth) / (count - 1))
    const fill = nth % 7 === 3 ? '#F2B23A' : pick(corals, tone)
    return bead(x - Math.cos(turn) * wide, y + Math.sin(turn) * deep, size, fill)
  })
}

/** Four strands of coral around the neck of a bride, from close by. */
export const coral: Scene = (stage) => {
  const { width, height, look } = stage
  const x = width / 2
  const top = height * 0.4
  const skin = '#5C3521'
  const strands = [
    [118, 84],
    [146, 138],
    [174, 194],
    [202, 250],
  ] as const
  return `<rect width="${width}" height="${height}" fill="${look.sky[1]}"/>${halo(x, height * 0.3, 380)}
<ellipse cx="${x}" cy="${top - 206}" rx="140" ry="136" fill="#1B100B"/><path d="M${x - 72} ${top - 130}h144v104q10 20 120 44q104 26 124 140v${height}H${x - 316}V${top + 158}q20-114 124-140q110-24 120-44z" fill="${skin}"/>
<path d="M${x - 216} ${height * 0.86}q216-70 432 0l40 ${height * 0.2}H${x - 256}z" fill="${clothAt(stage, 0)}"/><path d="M${x - 216} ${height * 0.86}q216-70 432 0l40 ${height * 0.2}H${x - 256}z" fill="url(#fold)"/><path d="M${x - 216} ${height * 0.86}q216-70 432 0" stroke="#F2B23A" stroke-width="9" fill="none"/>
<path d="M${x - 214} ${height * 0.7}q-16 ${height * 0.1}-6 ${height * 0.3}M${x + 214} ${height * 0.7}q16 ${height * 0.1} 6 ${height * 0.3}" stroke="#2A140A" stroke-width="7" fill="none" stroke-opacity=".3"/><path d="M${x - 76} ${top - 50}q76 70 152 0v30q-76 60-152 0z" fill="#2A140A" fill-opacity=".28"/>
<ellipse cx="${x}" cy="${top - 170}" rx="120" ry="140" fill="#6B3F26"/><path d="M${x - 40} ${top - 96}q40 30 80 0q-40 8-80 0z" fill="#A8324A"/>
<path d="M${x - 62} ${top - 176}q24-16 44 2M${x + 18} ${top - 174}q24-18 44-2" stroke="#1B100B" stroke-width="8" fill="none" stroke-linecap="round"/><path d="M${x - 6} ${top - 164}q-14 34 8 36" stroke="#4A2A1A" stroke-width="5" fill="none"/>
${times(9, (nth) => bead(x - 128 + nth * 32, top - 232 - Math.sin((nth / 8) * Math.PI) * 46, 17, pick(corals, nth)))}${times(8, (nth) => bead(x - 112 + nth * 32, top - 264 - Math.sin((nth / 7) * Math.PI) * 46, 15, nth % 3 ? '#F2B23A' : '#C23A1E'))}
${bead(x - 122, top - 120, 14, '#C23A1E')}${bead(x - 122, top - 92, 11, '#F2B23A')}${bead(x + 122, top - 120, 14, '#C23A1E')}${bead(x + 122, top - 92, 11, '#F2B23A')}
${strands.map(([wide, deep], nth) => strand([x, top - 20 + nth * 6], [wide, deep, 15], nth)).join('')}`
}

/** Loose beads in a brass bowl, finished strands laid around it on cloth. */
export const beadBowl: Scene = (stage: Stage) => {
  const { width, height, roll } = stage
  const [x, y] = [width / 2, height * 0.54]
  const loose = times(60, (nth) => {
    const turn = nth * 2.4
    const reach = Math.sqrt(nth / 60)
    return bead(
      x + Math.cos(turn) * reach * 132,
      y - 8 + Math.sin(turn) * reach * 50 - (1 - reach) * 26,
      roll(11, 16),
      nth % 6 === 2 ? '#F2B23A' : pick(corals, nth),
    )
  })
  const around = times(3, (row) =>
    strand(
      [x, height * (0.1 + row * 0.05)],
      [width * (0.46 - row * 0.075), height * (0.82 - row * 0.12), 14],
      row,
    ),
  )
  return `<g transform="scale(1.5)"><rect width="${width}" height="${height}" fill="${clothAt(stage, 0)}"/></g><rect width="${width}" height="${height}" fill="#17110F" fill-opacity=".3"/>${daylight(stage)}
${around}<ellipse cx="${x}" cy="${y + 120}" rx="150" ry="26" fill="#000" fill-opacity=".4"/><path d="M${x - 168} ${y}q16 118 168 124q152-6 168-124z" fill="url(#brass)"/><path d="M${x - 150} ${y + 44}q150 60 300 0" stroke="#7A4A17" stroke-width="5" fill="none" stroke-dasharray="3 12" stroke-linecap="round"/>
<ellipse cx="${x}" cy="${y}" rx="168" ry="58" fill="#E3B660"/><ellipse cx="${x}" cy="${y + 2}" rx="150" ry="48" fill="#5B3410"/>${loose}`
}
