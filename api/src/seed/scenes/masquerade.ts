import { crowd } from './figures.ts'
import { bunting, palm, sky, sun, swell } from './land.ts'
import { clothAt, pick, times } from './stage.ts'
import type { Scene, Stage } from './stage.ts'

const straw = ['#E3B660', '#C9923C', '#D8A44C'] as const

/** One skirt of raffia, hanging from `top`. */
function skirt({ roll }: Stage, [top, wide, long]: readonly [number, number, number]): string {
  const count = 34
  return times(count, (nth) => {
    const share = nth / (count - 1) - 0.5
    const x = share * wide
    return `<path d="M${x * 0.62} ${top}q${share * 26} ${long * 0.5} ${x * 0.42 + roll(-5, 5)} ${long + roll(-10, 8)}" stroke="${pick(straw, nth)}" stroke-width="${roll(7, 10)}" fill="none" stroke-linecap="round"/>`
  })
}

const face = `<path d="M-44-176q44-54 88 0q8 78-44 108q-52-30-44-108z" fill="#4A2114"/><path d="M-38-172q38-44 76 0l-2 18q-36-22-72 0z" fill="#F2B23A"/>
<path d="M-32-140q14-16 28 2q-14 10-28-2zM4-138q14-18 28-2q-14 12-28 2z" fill="#FDF0CF"/><circle cx="-18" cy="-139" r="4" fill="#17110F"/><circle cx="18" cy="-139" r="4" fill="#17110F"/>
<path d="M-4-134h8l5 28h-18z" fill="#7A331A"/><path d="M-18-96q18 12 36 0q-18 22-36 0z" fill="#FDF0CF"/>
<g fill="#A83A1F"><circle cx="-34" cy="-112" r="4"/><circle cx="34" cy="-112" r="4"/></g>`

/** Somebody unseen inside raffia, cloth and a painted face, turning in the square. */
export const masquerade: Scene = (stage) => {
  const { width, height, look } = stage
  const crest = times(
    9,
    (nth) =>
      `<path transform="translate(0 -196) rotate(${-64 + nth * 16})" d="M-9 0L0-96 9 0z" fill="${pick(['#2E2A86', '#F2B23A', '#1B6B45', '#A83A1F'], nth)}"/>`,
  )
  return `${sky(stage)}${sun(stage, width * 0.5, height * 0.36, 150)}${swell(stage, height * 0.64, 40, look.far)}
${palm(stage, width * 0.1, height * 0.7, 1.9)}${palm(stage, width * 0.92, height * 0.68, 1.6)}${swell(stage, height * 0.72, 24, look.middle)}
${bunting([0, height * 0.1], [width, height * 0.14], 40)}
<g transform="translate(${width / 2} ${height * 0.56}) scale(${height > width ? 1.32 : 1.1})"><ellipse cy="196" rx="170" ry="20" fill="${look.shadow}" fill-opacity=".4"/>
<path d="M-96-60q-60 40-86 130l30 8q20-70 66-94zM96-60q60 30 96 108l-28 14q-28-62-76-80z" fill="${clothAt(stage, 1)}"/>
${skirt(stage, [40, 260, 150])}${skirt(stage, [-22, 220, 110])}
<path d="M-78-84q78-30 156 0l14 92q-92 30-184 0z" fill="${clothAt(stage, 0)}"/><path d="M-78-84q78-30 156 0l14 92q-92 30-184 0z" fill="url(#shade)" fill-opacity=".5"/>
${skirt(stage, [-92, 190, 44])}${crest}${face}</g>${crowd(stage, 7, look.shadow)}`
}
