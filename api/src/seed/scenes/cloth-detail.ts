import { daylight } from './land.ts'
import { clothAt, times } from './stage.ts'
import type { Scene, Stage } from './stage.ts'

/** A cloth that fills the picture, in soft waves of light and shade. Never turned: a turned pattern is slow to draw. */
function spread(stage: Stage, fill: string): string {
  const { width, height, roll } = stage
  const slant = roll(60, 130)
  const folds = times(5, (nth) => {
    const x = -slant + nth * width * 0.27
    const wide = width * roll(0.2, 0.27)
    return `<path d="M${x + slant} 0q${wide * 0.3} ${height * 0.5} ${-slant} ${height}h${wide}q${slant + wide * 0.3} ${-height * 0.5} ${slant} ${-height}z" fill="url(#fold)"/>`
  })
  return `<g transform="scale(2)"><rect width="${width / 2}" height="${height / 2}" fill="${fill}"/></g>${folds}`
}

/** The end of another cloth laid over it aslant, with its fringe. */
function overlay({ width, height, roll }: Stage, fill: string): string {
  const [left, right] = [height * roll(0.5, 0.6), height * roll(0.16, 0.26)]
  const threads = times(60, (nth) => {
    const y = left + ((right - left) * nth) / 60
    return `<path d="M${(width / 60) * nth} ${y}q${roll(2, 10)} 18 ${roll(6, 18)} 38"/>`
  })
  return `<path d="M0 0v${left + 34}L${width} ${right + 34}V0z" fill="#1A0D08" fill-opacity=".28"/><g stroke="#F4E5C6" stroke-width="3.4" fill="none">${threads}</g>
<g transform="scale(2)"><path d="M0 0v${left / 2}L${width / 2} ${right / 2}V0z" fill="${fill}"/></g>
<path d="M0 0v${left}L${width} ${right}V0z" fill="url(#low)"/><path d="M0 ${left - 7}L${width} ${right - 7}" stroke="#F4E5C6" stroke-width="4" stroke-dasharray="12 8" stroke-opacity=".8"/>`
}

/** Two cloths, one over the other, from close by. */
export const clothDetail: Scene = (stage) =>
  `${spread(stage, clothAt(stage, 0))}${overlay(stage, clothAt(stage, 1))}`

const blade = (turn: number) =>
  `<g transform="rotate(${turn})"><path d="M-7 0L-3-230q3-14 9 0L9 0z" fill="#D5D9DE"/><path d="M2-230q3 6 4 20L9 0H2z" fill="#8C949E"/>
<ellipse cx="${turn > 0 ? -26 : 26}" cy="96" rx="34" ry="50" fill="none" stroke="#17153F" stroke-width="17"/>
<path d="M-6 0h14l${turn > 0 ? -16 : 4} 56h-16z" fill="#17153F"/></g>`

/** One piece of cloth with the scissors laid on it. */
export const clothAndScissors: Scene = (stage) => {
  const { width, height } = stage
  const loose = times(
    10,
    (nth) =>
      `<path d="M${width * 0.56 + nth * 17} ${height * 0.24 + ((nth * 29) % 50)}q20 ${nth * 3} 12 60" stroke="${nth % 2 ? '#F3DFC0' : '#1F2A5C'}" stroke-width="3.4" fill="none" stroke-linecap="round"/>`,
  )
  return `${spread(stage, clothAt(stage, 0))}${loose}
<g transform="translate(${width * 0.42} ${height * 0.58}) rotate(32)"><g transform="translate(8 14)" opacity=".3"><path d="M-12 0L-30-220l40 0L14 0l30 120h-86z"/></g>
${blade(9)}${blade(-9)}<circle r="8" fill="#F2B23A"/></g>`
}

/** The last small piece of a cloth, with torn edges, on a table. */
export const lastPiece: Scene = (stage) => {
  const { width, height, roll } = stage
  const boards = times(
    6,
    (nth) =>
      `<path d="M0 ${nth * 130 + 60}h${width}" stroke="#5F3216" stroke-width="4" stroke-opacity=".55"/>`,
  )
  const threads = times(
    40,
    (nth) => `<path d="M${-186 + nth * 9.5} 150q${roll(-4, 4)} 14 ${roll(-8, 8)} ${roll(18, 40)}"/>`,
  )
  return `<rect width="${width}" height="${height}" fill="#8A5530"/>${boards}${daylight(stage)}
<g transform="translate(${width / 2} ${height / 2}) scale(1.12)"><path d="M-190-146q90 10 190-4t190 6l6 300q-190 10-390-2z" fill="#1A0D08" fill-opacity=".4" transform="translate(10 16)"/>
<g stroke="#D8C27A" stroke-width="2.6" fill="none">${threads}</g>
<path d="M-190-146l14-8 22 8 30-6 40 8 60-8 50 6 48-6 60 8 46-6 10 302-52 4-60-6-70 8-90-6-60 6-52-8z" fill="${clothAt(stage, 0)}"/>
<path d="M-190-146h126v300h-126zM-64-146h126v300h-126zM62-146h128v300h-128z" fill="url(#fold)"/></g>`
}
