import { person } from './figures.ts'
import { halo, ridge, sky, sun, swell, tuft } from './land.ts'
import { clothAt, times } from './stage.ts'
import type { Scene, Stage } from './stage.ts'

function boulder({ look }: Stage, [x, y, size]: readonly [number, number, number]): string {
  return `<g transform="translate(${x} ${y}) scale(${size})"><path d="M-90 0q-10-70 34-96q44-26 90 6q52 30 50 90z" fill="#8A7156"/><path d="M34-90q52 30 50 90h-70q40-40 20-90z" fill="${look.shadow}" fill-opacity=".34"/>
<path d="M-66-40q10-34 46-42" stroke="#fff" stroke-width="9" fill="none" stroke-linecap="round" stroke-opacity=".28"/></g>`
}

/** Layers of hills in the haze, rocks in front, somebody wrapped up warm on top. */
export const rocks: Scene = (stage) => {
  const { width, height, look } = stage
  const isTall = height > width
  const walker = { dress: clothAt(stage, 0), wrap: clothAt(stage, 1), pose: 'folded', isMan: true } as const
  const base = height * 0.74
  const birds = times(
    5,
    (nth) =>
      `<path d="M${width * 0.2 + nth * 44} ${height * 0.26 - ((nth * 31) % 40)}q10-10 18 0q8-10 18 0" stroke="${look.shadow}" stroke-width="3" fill="none" stroke-opacity=".6"/>`,
  )
  return `${sky(stage)}${sun(stage, width * 0.68, height * 0.24, 62)}${birds}<g opacity=".5">${ridge(stage, height * 0.5, 130, look.far)}</g><g opacity=".8">${ridge(stage, height * 0.6, 110, look.far)}</g>
${ridge(stage, height * 0.7, 90, look.middle)}${boulder(stage, [width * 0.52, base + 20, 1.3])}${boulder(stage, [width * 0.84, base + 50, 2])}${boulder(stage, [width * 0.18, base + 60, isTall ? 2.1 : 2.4])}${person(stage, [width * 0.2, base - (isTall ? 308 : 344), 1.4], walker)}
${swell(stage, base + 34, 14, look.near)}${boulder(stage, [width * 0.64, height + 36, 1.5])}${tuft(stage, width * 0.42, height * 0.98, 1.3)}${tuft(stage, width * 0.93, height, 1.5)}`
}

/** Hills with the sun going down behind them and a path that winds up. */
export const hills: Scene = (stage) => {
  const { width, height, look } = stage
  return `${sky(stage)}${halo(width * 0.5, height * 0.44, width * 0.4)}<circle cx="${width * 0.5}" cy="${height * 0.44}" r="104" fill="${look.sun}"/>
<g opacity=".6">${ridge(stage, height * 0.56, 150, look.far)}</g>${ridge(stage, height * 0.64, 110, look.far)}${ridge(stage, height * 0.74, 80, look.middle)}${swell(stage, height * 0.82, 40, look.near)}
<path d="M${width * 0.4} ${height}q60-70-10-110t60-76q50-24 20-54q60 34 10 66t-10 74q90 46 60 100z" fill="#EBCB9B" fill-opacity=".7"/>
${boulder(stage, [width * 0.88, height + 20, 1.7])}${boulder(stage, [width * 0.1, height + 10, 1.5])}${tuft(stage, width * 0.74, height, 1.3)}${tuft(stage, width * 0.26, height, 1.1)}`
}
