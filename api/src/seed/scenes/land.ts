import { times } from './stage.ts'
import type { Stage } from './stage.ts'

export const sky = ({ width, height }: Stage) =>
  `<rect width="${width}" height="${height}" fill="url(#sky)"/>`

export function sun({ look }: Stage, x: number, y: number, size: number): string {
  return `${halo(x, y, size * 3.4)}
<circle cx="${x}" cy="${y}" r="${size}" fill="${look.sun}"/>`
}

const rings = (centre: string, r: number, fill: string) =>
  times(5, (nth) => `<circle ${centre} r="${r * (0.92 - nth * 0.15)}" fill="${fill}"/>`)

/** Light around a point, in rings: a gradient from the middle would take many times as long to draw. */
export const halo = (x: number, y: number, r: number): string =>
  `<g fill-opacity=".12">${rings(`cx="${x}" cy="${y}"`, r, '#FFF6DA')}</g>`

/** The light of a fire. */
export const warmth = (x: number, y: number, r: number): string =>
  `<g fill-opacity=".17">${rings(`cx="${x}" cy="${y}"`, r, '#F58B3A')}</g>`

/** Daylight from above, on things that lie on a table. */
export const daylight = ({ width, height }: Stage): string =>
  `<rect width="${width}" height="${height}" fill="url(#light)"/>`

/** A swell of land from one edge to the other, filled down to the bottom. */
export function swell({ width, height }: Stage, top: number, rise: number, fill: string): string {
  const half = width / 2
  return `<path d="M0 ${top}q${half / 2}-${rise} ${half}-${rise * 0.3}t${half}-${rise * 0.2}V${height}H0z" fill="${fill}"/>`
}

export function ridge(stage: Stage, top: number, tall: number, fill: string): string {
  const { width, height, roll } = stage
  const steps = 6
  const points = Array.from({ length: steps + 1 }, (_, nth) => ({
    x: (width / steps) * nth + (nth % steps === 0 ? 0 : roll(-36, 36)),
    y: top - roll(nth % 2 === 0 ? 0 : tall * 0.3, nth % 2 === 0 ? tall * 0.6 : tall),
  }))
  const path = points.map(({ x, y }, nth) => {
    const before = points[nth - 1]
    if (!before) return `M0 ${y}`
    const third = (x - before.x) * 0.38
    return `C${before.x + third} ${before.y} ${x - third} ${y} ${x} ${y}`
  })
  return `<path d="${path.join('')}V${height}H0z" fill="${fill}"/>`
}

export function palm({ look }: Stage, x: number, y: number, size: number): string {
  const fronds = [-168, -142, -108, -72, -38, -12]
  return `<g transform="translate(${x} ${y}) scale(${size})">
<path d="M-5 0q10-60-2-124l9-2q10 66 6 126z" fill="#6B4524"/>
<path d="M-2-18l10-3M0-40l9-3M0-62l8-3M0-84l7-3" stroke="#4A2C14" stroke-width="2.4"/>
${fronds
  .map(
    (angle) =>
      `<path transform="translate(3 -126) rotate(${angle})" d="M0 0q34-22 78 2q-40-4-52 6q-14-6-26-8z" fill="${look.leaf}"/>`,
  )
  .join(
    '',
  )}<circle cx="0" cy="-122" r="5" fill="#A8641F"/><circle cx="8" cy="-121" r="5" fill="#8A4B17"/></g>`
}

/** A wide crown on a short trunk, as in a village square. */
export function tree({ look }: Stage, x: number, y: number, size: number): string {
  return `<g transform="translate(${x} ${y}) scale(${size})"><ellipse cy="2" rx="92" ry="12" fill="${look.shadow}" fill-opacity=".28"/>
<path d="M-16 2q10-46-2-86l-30-34 8-4 32 26 4-40h9l4 42 34-30 7 6-34 40q-8 36 6 80z" fill="#5B3A20"/>
<g fill="${look.leaf}"><ellipse cx="-66" cy="-122" rx="62" ry="44"/><ellipse cx="62" cy="-126" rx="64" ry="46"/>
<ellipse cx="0" cy="-160" rx="82" ry="56"/><ellipse cx="0" cy="-112" rx="56" ry="30"/></g>
<g fill="#fff" opacity=".1"><ellipse cx="-74" cy="-136" rx="40" ry="22"/><ellipse cx="-12" cy="-184" rx="50" ry="24"/>
<ellipse cx="58" cy="-142" rx="38" ry="20"/></g>
<g fill="${look.shadow}" opacity=".18"><ellipse cx="-56" cy="-98" rx="44" ry="16"/><ellipse cx="56" cy="-100" rx="48" ry="18"/></g></g>`
}

export function tuft({ look }: Stage, x: number, y: number, size: number): string {
  return `<path transform="translate(${x} ${y}) scale(${size})" fill="${look.leaf}"
d="M0 0q-16-14-24-34q16 8 22 22q-2-24 2-42q10 18 6 42q8-18 24-24q-8 22-26 36z"/>`
}

/** Little flags on a string that sags between two points. */
export function bunting(from: readonly [number, number], to: readonly [number, number], sag: number): string {
  const colours = ['#2E2A86', '#F2B23A', '#1B6B45', '#A83A1F']
  const [x, y] = from
  const [endX, endY] = to
  const count = Math.round(Math.abs(endX - x) / 36)
  const flags = times(count, (nth) => {
    const share = (nth + 0.5) / count
    const left = x + (endX - x) * share
    const top = y + (endY - y) * share + Math.sin(share * Math.PI) * sag
    return `<path d="M${left - 11} ${top}h22l-11 25z" fill="${colours[nth % 4]}"/>`
  })
  const middle = `${(x + endX) / 2} ${(y + endY) / 2 + sag * 2}`
  return `<path d="M${x} ${y}Q${middle} ${endX} ${endY}" stroke="#6B2F18" stroke-width="3" fill="none"/>${flags}`
}

/** A mat of plaited raffia to set things on, seen from a little above. */
export function mat({ width, height }: Stage, top: number): string {
  const rows = Math.ceil((height - top) / 26) + 1
  const strips = times(rows, (nth) => {
    const y = top + nth * 26
    return `<path d="M0 ${y}h${width}" stroke="${nth % 3 === 1 ? '#8A4B1F' : '#E0BC7C'}" stroke-width="9"
stroke-dasharray="${nth % 2 === 0 ? '34 10' : '20 10 8 10'}"/>`
  })
  return `<rect y="${top - 12}" width="${width}" height="${height - top + 12}" fill="#CFA565"/>${strips}
<rect y="${top - 12}" width="${width}" height="${height - top + 12}" fill="url(#low)"/>`
}

/** A plastered wall, lit from one side. */
export function wall({ width, height }: Stage, fill: string, light: string): string {
  return `<rect width="${width}" height="${height}" fill="${fill}"/>
<path d="M${width * 0.46} 0h${width * 0.34}L${width * 0.62} ${height}H${width * 0.06}z" fill="${light}" fill-opacity=".4"/>
<path d="M${width * 0.86} 0h${width * 0.07}L${width * 0.76} ${height}h-${width * 0.07}z" fill="${light}" fill-opacity=".3"/>`
}
