import { person } from './figures.ts'
import { bunting, daylight, mat, sky, sun, swell, tuft } from './land.ts'
import { clothAt, pick, times } from './stage.ts'
import type { Scene } from './stage.ts'

/** One tuber, its cut end to the right. */
function tuber(x: number, y: number, turn: number, size: number): string {
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})"><path d="M-34-14q30-14 66 0q12 14-2 28q-34 12-64 0q-14-14 0-28z" fill="#8A5A36"/>
<path d="M-34 2q-4 8 0 12q30 12 64 0q6-6 7-12q-36 10-71 0z" fill="#5E3A20" fill-opacity=".55"/>
<path d="M-30-6q30-8 58 0M-20 4q28 6 46 0" stroke="#6B4226" stroke-width="2" fill="none"/><ellipse cx="32" rx="7" ry="13" fill="#F7EBD2"/><ellipse cx="33" rx="4" ry="8" fill="#fff" fill-opacity=".6"/></g>`
}

/** A heap of new yams on the green, flags above. */
export const yams: Scene = (stage) => {
  const { width, height, look, roll } = stage
  const base = height * 0.84
  const heap = [6, 5, 4, 3, 2]
    .map((count, row) =>
      times(count, (nth) => {
        const x = width * 0.48 + (nth - (count - 1) / 2) * 98 + roll(-6, 6)
        return tuber(x, base - row * 46, roll(-14, 14), 1.6)
      }),
    )
    .join('')
  const seller = { dress: clothAt(stage, 0), wrap: clothAt(stage, 1), pose: 'open' } as const
  return `${sky(stage)}${sun(stage, width * 0.16, height * 0.2, 46)}${swell(stage, height * 0.6, 60, look.far)}${swell(stage, height * 0.68, 44, look.middle)}
${bunting([0, height * 0.12], [width, height * 0.08], 56)}${person(stage, [width * 0.82, height * 0.36, 2.3], seller)}
${swell(stage, height * 0.8, 24, look.near)}<ellipse cx="${width * 0.48}" cy="${base + 34}" rx="320" ry="26" fill="${look.shadow}" fill-opacity=".4"/>${heap}
${tuft(stage, width * 0.06, height * 0.97, 1.3)}${tuft(stage, width * 0.94, height * 0.98, 1.1)}${tuft(stage, width * 0.52, height * 1.01, 0.9)}`
}

const slice = (x: number, y: number, turn: number) =>
  `<g transform="translate(${x} ${y}) rotate(${turn})"><ellipse cy="9" rx="62" ry="34" fill="#A87440"/><ellipse rx="62" ry="34" fill="#F9EBC9"/>
<path d="M-40-8l80 0M-48 6h96" stroke="#8A4B1F" stroke-width="7" stroke-linecap="round" stroke-opacity=".75"/></g>`

/** Roasted slices on a tray beside a bowl of red oil and a few leaves. */
export const roastedYam: Scene = (stage) => {
  const { width, height } = stage
  const [x, y] = [width / 2, height * 0.56]
  const slices = [
    [-150, -34, 12],
    [-62, -66, -8],
    [-176, 40, -10],
    [-70, 16, 6],
    [-112, 92, 14],
    [-10, 98, -12],
  ] as const
  const leaf = (left: number, top: number, turn: number) =>
    `<g transform="translate(${left} ${top}) rotate(${turn})"><path d="M0 0q40-44 104-6q-56 44-104 6z" fill="#3E7A3A"/><path d="M4 0q50-8 96-4" stroke="#A9D08A" stroke-width="3" fill="none"/></g>`
  return `${mat(stage, 0)}${daylight(stage)}
<ellipse cx="${x}" cy="${y + 44}" rx="276" ry="206" fill="#2A140A" fill-opacity=".35"/><ellipse cx="${x}" cy="${y}" rx="276" ry="212" fill="url(#wood)"/>
<ellipse cx="${x}" cy="${y - 6}" rx="244" ry="182" fill="#8A5128"/><ellipse cx="${x}" cy="${y - 6}" rx="244" ry="182" fill="none" stroke="#E0BC7C" stroke-width="5" stroke-dasharray="4 16" stroke-linecap="round"/>
${slices.map(([left, top, turn]) => slice(x + left, y + top, turn)).join('')}
<ellipse cx="${x + 118}" cy="${y - 10}" rx="92" ry="74" fill="#2A140A" fill-opacity=".35"/><ellipse cx="${x + 116}" cy="${y - 26}" rx="90" ry="72" fill="#EDE3D2"/>
<ellipse cx="${x + 116}" cy="${y - 28}" rx="72" ry="56" fill="#C2410C"/><path d="M${x + 70} ${y - 48}q40-34 86-8" stroke="#FFB37A" stroke-width="7" fill="none" stroke-linecap="round"/>
<g fill="#F2B23A" opacity=".8"><circle cx="${x + 96}" cy="${y - 12}" r="5"/><circle cx="${x + 134}" cy="${y - 30}" r="4"/><circle cx="${x + 118}" cy="${y - 4}" r="3"/></g>
${leaf(x + 66, y + 84, -8)}${leaf(x + 92, y + 122, 14)}`
}

/** Rows of small grain up to rocky hills, somebody bent over them. */
export const field: Scene = (stage) => {
  const { width, height, look, roll } = stage
  const rows = times(7, (row) => {
    const y = height * (0.62 + row * 0.058)
    const tall = 16 + row * 7
    return times(Math.round(width / (16 + row * 3)), (nth) => {
      const x = nth * (16 + row * 3) + roll(-4, 4)
      return `<path d="M${x} ${y + tall * 0.5}q${roll(-4, 2)}-${tall * 0.6} ${roll(2, 9)}-${tall}" stroke="${pick(['#C9A23A', '#E0BC5A', '#A88A2E'], nth + row)}" stroke-width="${2 + row * 0.7}" fill="none" stroke-linecap="round"/>`
    })
  })
  const hill = (x: number, wide: number, tall: number) =>
    `<path d="M${x} ${height * 0.6}q${wide * 0.16}-${tall} ${wide * 0.42}-${tall}q${wide * 0.2} 0 ${wide * 0.3} ${tall * 0.42}t${wide * 0.28} ${tall * 0.58}z" fill="${look.far}"/>
<path d="M${x + wide * 0.42} ${height * 0.6 - tall}q${wide * 0.2} 0 ${wide * 0.3} ${tall * 0.42}t${wide * 0.28} ${tall * 0.58}h-${wide * 0.4}q-${wide * 0.1}-${tall * 0.5}-${wide * 0.18}-${tall}z" fill="${look.shadow}" fill-opacity=".16"/>`
  const reaper = { dress: clothAt(stage, 0), wrap: clothAt(stage, 1), pose: 'work' } as const
  const other = { dress: clothAt(stage, 2), wrap: clothAt(stage, 0), pose: 'lift' } as const
  return `${sky(stage)}${sun(stage, width * 0.74, height * 0.22, 50)}${hill(-60, 420, 210)}${hill(width * 0.46, 520, 150)}${hill(width * 0.24, 300, 90)}
<rect y="${height * 0.59}" width="${width}" height="${height}" fill="${look.middle}"/><rect y="${height * 0.59}" width="${width}" height="${height}" fill="url(#low)"/>
${rows}${person(stage, [width * 0.3, height * 0.5, 2], reaper)}${person(stage, [width * 0.68, height * 0.47, 1.6], other)}
${times(16, (nth) => tuft({ ...stage, look: { ...look, leaf: nth % 2 ? '#8A7A2A' : '#B8982F' } }, (width / 15) * nth, height * 1.02, roll(1.2, 1.7)))}`
}
