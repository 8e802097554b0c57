import { seated } from './figures.ts'
import { palm, sky, sun } from './land.ts'
import { clothAt, pick, times } from './stage.ts'
import type { Scene, Stage } from './stage.ts'

type Place = readonly [x: number, y: number, size: number]

/** Water with the light of the sky on it. */
function water({ width, height, look, roll }: Stage, top: number): string {
  const glints = times(26, (nth) => {
    const depth = nth / 26
    const y = top + 12 + depth * (height - top)
    const wide = 24 + depth * 90
    return `<path d="M${roll(-20, width)} ${y}h${wide}" stroke="${nth % 3 ? '#fff' : look.sun}" stroke-width="${2 + depth * 4}" stroke-linecap="round" stroke-opacity=".32"/>`
  })
  return `<rect y="${top}" width="${width}" height="${height - top}" fill="#3E7FA6"/><rect y="${top}" width="${width}" height="${height - top}" fill="url(#sky)" fill-opacity=".45" transform="matrix(1 0 0 -1 0 ${height + top})"/>
${glints}<rect y="${top}" width="${width}" height="${height - top}" fill="url(#low)"/>`
}

const hull = 'M-170 0q170 34 340 0q-14 44-60 48h-220q-46-4-60-48z'

export function canoe([x, y, size]: Place, paint: string, band: string): string {
  const eyes = times(
    7,
    (nth) => `<path d="M${-120 + nth * 40} 24l10-9 10 9-10 9z" fill="${nth % 2 ? '#FDF0CF' : '#F2B23A'}"/>`,
  )
  return `<g transform="translate(${x} ${y}) scale(${size})"><path d="${hull}" fill="${paint}"/><path d="M-164 16q164 34 328 0l-6 12q-158 30-316 0z" fill="${band}" fill-opacity=".9"/>${eyes}
<path d="${hull}" fill="url(#shade)" fill-opacity=".55"/><path d="M-172-2q172 36 344 0" stroke="#F7D795" stroke-width="5" fill="none" stroke-linecap="round"/></g>`
}

/** A canoe with so many paddlers, and its shadow in the water. */
function crew(stage: Stage, [x, y, size]: Place, { count, paint }: { count: number; paint: string }): string {
  const paddlers = times(count, (nth) => {
    const left = x + (nth - (count - 1) / 2) * (250 / count) * size
    const figure = {
      dress: clothAt(stage, nth),
      wrap: clothAt(stage, nth + 1),
      isMan: nth % 2 === 0,
      skin: pick(['#3D2216', '#4A2A1A', '#2B1510'], nth),
    }
    return `${seated(stage, [left, y - 72 * size, size], figure)}<path d="M${left + 28 * size} ${y - 62 * size}l${34 * size} ${120 * size}" stroke="#5B3A20" stroke-width="${6 * size}" stroke-linecap="round"/>
<ellipse cx="${left + 64 * size}" cy="${y + 64 * size}" rx="${9 * size}" ry="${20 * size}" transform="rotate(-16 ${left + 64 * size} ${y + 64 * size})" fill="#7A4A26"/>`
  })
  return `<ellipse cx="${x}" cy="${y + 56 * size}" rx="${170 * size}" ry="${14 * size}" fill="#0F2C40" fill-opacity=".45"/>${paddlers}${canoe([x, y, size], paint, '#F7E6CF')}
<path d="M${x - 200 * size} ${y + 54 * size}q${200 * size} ${26 * size} ${400 * size} 0" stroke="#fff" stroke-width="4" fill="none" stroke-opacity=".55" stroke-linecap="round"/>`
}

function farBank({ width, look, roll }: Stage, top: number): string {
  const crowns = times(
    Math.ceil(width / 52),
    (nth) => `<ellipse cx="${nth * 54}" cy="${top - roll(8, 34)}" rx="52" ry="${roll(40, 62)}"/>`,
  )
  return `<g fill="${look.leaf}" opacity=".82">${crowns}</g><rect y="${top - 12}" width="${width}" height="16" fill="${look.far}"/>`
}

/** A river between palms, one canoe on its way home. */
export const river: Scene = (stage) => {
  const { width, height, look } = stage
  const top = height * 0.46
  return `${sky(stage)}${sun(stage, width * 0.66, height * 0.26, 56)}${farBank(stage, top)}${palm(stage, width * 0.14, top + 6, 1.5)}${palm(stage, width * 0.25, top + 2, 1.15)}${palm(stage, width * 0.9, top + 4, 1.4)}
${water(stage, top)}${crew(stage, [width * 0.52, height * 0.7, width > height ? 1.35 : 1.25], { count: 2, paint: '#7A4A26' })}
<path d="M0 ${height}v-70q120-44 230 12t150 58z" fill="${look.near}"/>${palm(stage, width * 0.07, height * 0.98, 2.7)}`
}

/** Boats in a row at practice, all paddles down together. */
export const regatta: Scene = (stage) => {
  const { width, height } = stage
  const top = height * 0.42
  const paints = ['#2E2A86', '#A83A1F', '#1B6B45'] as const
  const shift = stage.roll(-0.06, 0.06)
  const lanes = [
    [0.28, 0.51, 0.52],
    [0.7, 0.64, 0.8],
    [0.42, 0.86, 1.2],
  ] as const
  const boats = lanes.map(([share, depth, size], nth) =>
    crew(stage, [width * (share + shift), height * depth, size], { count: 4, paint: pick(paints, nth) }),
  )
  return `${sky(stage)}${sun(stage, width * 0.5, height * 0.34, 86)}${farBank(stage, top)}${palm(stage, width * 0.08, top + 4, 1.3)}${palm(stage, width * 0.86, top + 4, 1.5)}${palm(stage, width * 0.94, top + 4, 1.1)}${water(stage, top)}${boats.join('')}`
}

/** A small canoe on trestles by the water, half painted. */
export const boatYard: Scene = (stage) => {
  const { width, height, look } = stage
  const top = height * 0.42
  const x = width * 0.5
  const trestle = (left: number) =>
    `<path d="M${left - 40} ${height * 0.9}l30-130h20l30 130M${left - 34} ${height * 0.84}h68" stroke="#7A4A26" stroke-width="13" fill="none" stroke-linecap="round"/>`
  const tin = (left: number, colour: string) =>
    `<g transform="translate(${left} ${height * 0.9})"><ellipse cy="48" rx="44" ry="9" fill="#2A140A" fill-opacity=".35"/><path d="M-36-14h72v60q-36 10-72 0z" fill="#C9C6BC"/><path d="M-36-14h72v60q-36 10-72 0z" fill="url(#shade)"/><ellipse cy="-14" rx="36" ry="10" fill="${colour}"/><path d="M-30-8v26q6 10 10-2v-22" fill="${colour}"/></g>`
  const shavings = times(
    12,
    (nth) =>
      `<path d="M${width * 0.2 + nth * 44} ${height * 0.96 + (nth % 3) * 9}q12-18 22 0t-14 6" stroke="#E3B87A" stroke-width="5" fill="none"/>`,
  )
  return `${sky(stage)}${sun(stage, width * 0.2, height * 0.2, 48)}${farBank(stage, top)}${water(stage, top)}<path d="M0 ${height * 0.68}q${width * 0.3}-50 ${width * 0.6}-10t${width * 0.4}-20V${height}H0z" fill="${look.middle}"/>
<path d="M0 ${height * 0.68}q${width * 0.3}-50 ${width * 0.6}-10t${width * 0.4}-20V${height}H0z" fill="url(#low)"/>${palm(stage, width * 0.93, height * 0.74, 2.5)}
<ellipse cx="${x}" cy="${height * 0.92}" rx="${width * 0.38}" ry="22" fill="${look.shadow}" fill-opacity=".35"/>${trestle(x - 150)}${trestle(x + 150)}${canoe([x, height * 0.62, 1.75], '#C98A4B', '#2E2A86')}${shavings}${tin(width * 0.16, '#2E2A86')}${tin(width * 0.86, '#A83A1F')}`
}
