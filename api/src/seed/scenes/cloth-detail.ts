import { clothAt, times } from './stage.ts'
import type { Scene, Stage } from './stage.ts'

/** A cloth that fills the picture, in soft waves of light and shade. */
function spread(stage: Stage, fill: string): string {
  const { width, height, roll } = stage
  const side = Math.hypot(width, height)
  const folds = times(5, (nth) => {
    const x = -side * 0.2 + nth * side * 0.28
    const wide = side * roll(0.2, 0.3)
    return `<path d="M${x} ${-side}q${wide * 0.3} ${side} 0 ${side * 2.4}h${wide}q${wide * 0.3}-${side} 0-${side * 2.4}z" fill="url(#fold)"/>`
  })
  return `<g transform="rotate(${roll(12, 24)} ${width / 2} ${height / 2})">
<g transform="scale(2)"><rect x="${-side / 2}" y="${-side / 2}" width="${side * 1.5}" height="${side * 1.5}" fill="${fill}"/></g>${folds}</g>`
}

/** The end of another cloth laid over it, with its fringe. */
function overlay({ width, height, roll }: Stage, fill: string): string {
  const wide = width * 1.5
  const threads = times(
    64,
    (nth) => `<path d="M${(wide / 64) * nth} 0q${roll(-5, 5)} 20 ${roll(-7, 7)} 40"/>`,
  )
  return `<g transform="translate(${-width * 0.3} ${height * roll(0.34, 0.42)}) rotate(${roll(-24, -16)})">
<rect y="-460" width="${wide}" height="474" fill="#1A0D08" fill-opacity=".3" transform="translate(6 12)"/>
<g stroke="#F4E5C6" stroke-width="3.4" fill="none">${threads}</g>
<g transform="scale(1.6)"><rect y="-290" width="${wide}" height="291" fill="${fill}"/></g>
<rect y="-120" width="${wide}" height="122" fill="url(#low)"/><rect y="-460" width="${wide}" height="300" fill="url(#low)" fill-opacity=".5"/></g>`
}

/** Two cloths, one over the other, from close by. */
export const clothDetail: Scene = (stage) =>
  `${spread(stage, clothAt(stage, 0))}${overlay(stage, clothAt(stage, 1))}
<rect width="${stage.width}" height="${stage.height}" fill="url(#glow)" fill-opacity=".22"/>`

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
    (nth) => `<path d="M0 ${nth * 130 + 60}h${width}" stroke="#5F3216" stroke-width="4" stroke-opacity=".55"/>`,
  )
  const threads = times(
    40,
    (nth) => `<path d="M${-186 + nth * 9.5} 150q${roll(-4, 4)} 14 ${roll(-8, 8)} ${roll(18, 40)}"/>`,
  )
  return `<rect width="${width}" height="${height}" fill="url(#wood)"/>${boards}<circle cx="${width * 0.3}" cy="${height * 0.2}" r="420" fill="url(#glow)" fill-opacity=".4"/>
<g transform="translate(${width / 2} ${height / 2}) rotate(-9) scale(1.12)"><path d="M-190-146q90 10 190-4t190 6l6 300q-190 10-390-2z" fill="#1A0D08" fill-opacity=".4" transform="translate(10 16)"/>
<g stroke="#D8C27A" stroke-width="2.6" fill="none">${threads}</g>
<path d="M-190-146l14-8 22 8 30-6 40 8 60-8 50 6 48-6 60 8 46-6 10 302-52 4-60-6-70 8-90-6-60 6-52-8z" fill="${clothAt(stage, 0)}"/>
<path d="M-190-146h126v300h-126zM-64-146h126v300h-126zM62-146h128v300h-128z" fill="url(#fold)"/></g>`
}
