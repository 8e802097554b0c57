import type { Stage } from './stage.ts'

export type Figure = { dress: string; wrap: string; skin?: string; pose?: Pose; isMan?: boolean }
type Pose = keyof typeof arms

const arms = {
  reach: ['M-13 40Q-30 30 -26 0', 'M13 40Q31 52 17 66'],
  open: ['M-13 40Q-36 46 -40 20', 'M13 40Q36 46 40 20'],
  folded: ['M-13 42Q-28 58 -10 70', 'M13 42Q28 58 10 70'],
  lift: ['M-13 40Q-34 24 -22 -8', 'M13 40Q34 24 22 -8'],
  work: ['M-13 42Q-30 62 -34 76', 'M13 42Q26 66 2 78'],
}

/** Somebody who stands; the feet are 112 below the top of the head. */
export function person(
  { look }: Stage,
  [x, y, size]: readonly [number, number, number],
  figure: Figure,
): string {
  const { dress, wrap, skin = '#4A2A1A', pose = 'folded', isMan = false } = figure
  const robe = isMan
    ? 'M-27 112q-2-50 6-74q20-10 42 0q8 24 6 74q-27 7-54 0z'
    : 'M-24 112q-4-50 8-76q16-8 32 0q12 26 8 76q-24 8-48 0z'
  const [left, right] = arms[pose]
  return `<g transform="translate(${x} ${y}) scale(${size})"><ellipse cy="113" rx="34" ry="6" fill="${look.shadow}" fill-opacity=".35"/>
<path d="${robe}" fill="${dress}"/><path d="${robe}" fill="url(#shade)" fill-opacity=".4"/>
<g fill="none" stroke="${skin}" stroke-width="8" stroke-linecap="round"><path d="${left}"/><path d="${right}"/></g>
<path d="M-5 24h10v12q-5 5-10 0z" fill="${skin}"/><ellipse cy="16" rx="11" ry="13" fill="${skin}"/>
${isMan ? cap(wrap) : headWrap(wrap)}</g>`
}

const headWrap = (fill: string) =>
  `<path d="M-14 12q-4-24 15-24q20 0 15 22q8-4 8 4q-6 4-11 0q-6-8-14-7q-8 0-13 5z" fill="${fill}"/>
<path d="M-14 12q-4-24 15-24q20 0 15 22q8-4 8 4q-6 4-11 0q-6-8-14-7q-8 0-13 5z" fill="url(#shade)" fill-opacity=".4"/>
<circle cx="-11" cy="22" r="2" fill="#F2B23A"/><circle cx="11" cy="22" r="2" fill="#F2B23A"/>`

const cap = (fill: string) =>
  `<path d="M-12 10q-2-20 11-19q16-2 13 19q-12-6-24 0z" fill="${fill}"/>
<path d="M-12 10q-2-20 11-19q16-2 13 19q-12-6-24 0z" fill="url(#shade)" fill-opacity=".4"/>`

/** Somebody who sits on a low seat, from the side of the back; at the loom, at the fire, in the boat. */
export function seated(
  { look }: Stage,
  [x, y, size]: readonly [number, number, number],
  { dress, wrap, skin = '#4A2A1A', isMan = false }: Figure,
): string {
  const body = 'M-34 84q-6-10 4-30q2-22 14-30q16-6 32 0q12 10 14 32q8 18 2 28z'
  return `<g transform="translate(${x} ${y}) scale(${size})"><ellipse cy="86" rx="46" ry="7" fill="${look.shadow}" fill-opacity=".35"/>
<path d="${body}" fill="${dress}"/><path d="${body}" fill="url(#shade)" fill-opacity=".45"/>
<g fill="none" stroke="${skin}" stroke-width="8" stroke-linecap="round"><path d="M-15 30Q-34 42-30 14"/><path d="M15 30Q36 40 30 10"/></g>
<path d="M-5 12h10v14q-5 4-10 0z" fill="${skin}"/><ellipse cy="4" rx="11" ry="13" fill="${skin}"/>
<g transform="translate(0 -12)">${isMan ? cap(wrap) : headWrap(wrap)}</g></g>`
}

/** The backs of people who watch, along the lower edge. */
export function crowd({ width, height, roll, look }: Stage, count: number, fill: string): string {
  const gap = width / count
  const heads = Array.from({ length: count }, (_, nth) => {
    const x = gap * (nth + 0.5) + roll(-6, 6)
    const y = height - roll(34, 62)
    return `<path d="M${x - 34} ${height + 4}q4-40 34-40t34 40z"/><ellipse cx="${x}" cy="${y}" rx="18" ry="21"/>
<path d="M${x - 22} ${y - 4}q0-28 24-26q26 2 20 28q-20-12-44-2z" fill="${nth % 3 === 1 ? look.shadow : fill}"/>`
  })
  return `<g fill="${fill}">${heads.join('')}</g>`
}
