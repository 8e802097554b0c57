import { crowd, person } from './figures.ts'
import type { Figure } from './figures.ts'
import { bunting, halo, sky, sun, swell, tree } from './land.ts'
import { clothAt, pick, times } from './stage.ts'
import type { Scene } from './stage.ts'

const skins = ['#2B1510', '#3D2216', '#241009'] as const

/** Dancers before a low sun, and the backs of those who watch. */
export const dancers: Scene = (stage) => {
  const { width, height, look } = stage
  const count = width > height ? 5 : 3
  const row = times(count, (nth) => {
    const isLeader = nth === (count - 1) / 2
    const x = (width / count) * (nth + 0.5)
    const pose = isLeader ? 'lift' : pick(['open', 'reach'], nth)
    const figure: Figure = {
      dress: clothAt(stage, nth),
      wrap: clothAt(stage, nth + 1),
      skin: pick(skins, nth),
      pose,
    }
    return person(stage, [x, height * (isLeader ? 0.42 : 0.48), isLeader ? 2.35 : 2], figure)
  })
  return `${sky(stage)}${halo(width / 2, height * 0.6, height * 0.5)}
<circle cx="${width / 2}" cy="${height * 0.6}" r="190" fill="${look.sun}" fill-opacity=".92"/>${swell(stage, height * 0.72, 30, look.middle)}
${swell(stage, height * 0.8, 26, look.near)}${bunting([0, height * 0.08], [width, height * 0.05], 46)}${row}${crowd(stage, 6, look.shadow)}`
}

/** A swept ground under a tree, flags up, drums and pots of water waiting. */
export const festivalGround: Scene = (stage) => {
  const { width, height, look } = stage
  const rings = times(
    4,
    (nth) =>
      `<ellipse cx="${width * 0.5}" cy="${height * 0.84}" rx="${width * (0.5 - nth * 0.1)}" ry="${height * (0.13 - nth * 0.027)}" fill="none" stroke="#FBE8C8" stroke-width="4" stroke-opacity=".5" stroke-dasharray="${40 - nth * 6} 14"/>`,
  )
  const sweeper = { dress: clothAt(stage, 0), wrap: clothAt(stage, 1), pose: 'work' } as const
  return `${sky(stage)}${sun(stage, width * 0.2, height * 0.2, 46)}${swell(stage, height * 0.6, 70, look.far)}
${swell(stage, height * 0.68, 26, look.middle)}${tree(stage, width * 0.66, height * 0.74, 2.1)}
${bunting([0, height * 0.26], [width * 0.6, height * 0.3], 40)}${bunting([width * 0.6, height * 0.3], [width, height * 0.2], 24)}
${swell(stage, height * 0.77, 14, look.near)}${rings}${person(stage, [width * 0.28, height * 0.5, 1.8], sweeper)}
<path d="M${width * 0.28 - 60} ${height * 0.5 + 136}l-44 84" stroke="#5B3A20" stroke-width="7"/>
<path d="M${width * 0.28 - 104} ${height * 0.5 + 214}l-30 40 60-4z" fill="#C9A25A"/>`
}

/** A mask from the front, raffia around it like rays. */
export const mask: Scene = ({ width, height }) => {
  const rays = times(40, (nth) => {
    const turn = ((-24 + nth * 5.8) * Math.PI) / 180
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
    const colour = nth % 3 ? '#8A5A1E' : '#C98A2B'
    return `<path d="M${-cos * 70} ${20 + sin * 60}L${-cos * 134} ${50 + sin * 116}" stroke="${colour}"/>`
  })
  return `<rect width="${width}" height="${height}" fill="#E9A94A"/><circle cx="${width / 2}" cy="${height * 0.5}" r="${Math.min(width, height) * 0.52}" fill="#F5C878"/>
${halo(width / 2, height * 0.42, 300)}
<g transform="translate(${width / 2} ${height * 0.5}) scale(1.95)"><g stroke-width="5" stroke-linecap="round">${rays}</g>
<path d="M-62-54q62-76 124 0q10 110-62 150q-72-40-62-150z" fill="#3A1C10"/><path d="M0-92q38 4 62 38q10 110-62 150z" fill="#fff" fill-opacity=".07"/>
<path d="M-52-50q52-60 104 0l-2 26q-50-30-100 0z" fill="#A83A1F"/>
<path d="M-46-10q20-22 42 2q-22 14-42-2zM4-8q22-24 42-2q-20 16-42 2z" fill="#FDF0CF"/>
<circle cx="-24" cy="-9" r="5" fill="#2A1B14"/><circle cx="24" cy="-9" r="5" fill="#2A1B14"/>
<path d="M-4-4h8l6 42h-20z" fill="#6B2F18"/><path d="M-24 54q24 18 48 0q-24 30-48 0z" fill="#FDF0CF"/>
<g fill="#FDF0CF"><circle cx="-40" cy="26" r="4"/><circle cx="-46" cy="14" r="3"/><circle cx="40" cy="26" r="4"/><circle cx="46" cy="14" r="3"/></g>
<path d="M-38-76l38-52 38 52q-38-26-76 0z" fill="url(#asooke)"/><path d="M-38-76l38-52 38 52q-38-26-76 0z" fill="url(#shade)" fill-opacity=".4"/></g>
<rect y="${height * 0.7}" width="${width}" height="${height * 0.3}" fill="url(#low)" fill-opacity=".5"/>`
}
