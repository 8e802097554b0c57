import { seated } from './figures.ts'
import { mat, wall } from './land.ts'
import { clothAt, times } from './stage.ts'
import type { Scene, Stage } from './stage.ts'

/** An upright loom: warp above, the finished cloth below. x and y are the middle of its foot. */
function loom([x, y, size]: readonly [number, number, number], cloth: string, done: number): string {
  const edge = -40 - done
  const warp = times(
    27,
    (nth) =>
      `<path d="M${-98 + nth * 7.6}-330V${edge}" stroke="${nth % 4 ? '#F4E5C6' : '#C23A1E'}" stroke-width="2"/>`,
  )
  return `<g transform="translate(${x} ${y}) scale(${size})"><ellipse rx="140" ry="12" fill="#2A140A" fill-opacity=".35"/>${warp}<rect x="-102" y="${edge}" width="204" height="${done}" fill="${cloth}"/><rect x="-102" y="${edge}" width="204" height="${done}" fill="url(#fold)"/>
<g fill="url(#wood)"><rect x="-134" y="-352" width="20" height="352" rx="6"/><rect x="114" y="-352" width="20" height="352" rx="6"/><rect x="-146" y="-346" width="292" height="20" rx="8"/><rect x="-146" y="-48" width="292" height="20" rx="8"/></g>
<rect x="-120" y="${edge - 40}" width="240" height="9" rx="4" fill="#9A5E2E"/><path d="M-64 ${edge - 14}q54-12 108 0q-54 12-108 0z" fill="#6B3A17"/><path d="M-30 ${edge - 14}h40" stroke="#F2B23A" stroke-width="4"/></g>`
}

const spool = (x: number, y: number, colour: string) =>
  `<g transform="translate(${x} ${y})"><ellipse cy="34" rx="30" ry="7" fill="#2A140A" fill-opacity=".3"/><path d="M-22-26h44v56q-22 8-44 0z" fill="${colour}"/><path d="M-22-12h44M-22 2h44M-22 16h44" stroke="#000" stroke-width="3" stroke-opacity=".16"/><ellipse cy="-26" rx="26" ry="8" fill="#C98E5A"/><ellipse cy="31" rx="26" ry="7" fill="#9A5E2E"/></g>`

const radio = (x: number, y: number) =>
  `<g transform="translate(${x} ${y})"><path d="M40-44L86-118" stroke="#C9CED4" stroke-width="5"/><rect x="-64" y="-46" width="128" height="84" rx="12" fill="#7A2F1C"/><circle cx="-26" cy="-2" r="27" fill="#2A1B14"/><circle cx="-26" cy="-2" r="17" fill="none" stroke="#8A6A52" stroke-width="4" stroke-dasharray="3 5"/>
<rect x="12" y="-30" width="42" height="18" rx="3" fill="#F7E6CF"/><circle cx="22" cy="14" r="8" fill="#F2B23A"/><circle cx="46" cy="14" r="8" fill="#F2B23A"/><path d="M-58 38h18l-4 14h-10zM40 38h18l-4 14h-10z" fill="#2A1B14"/></g>`

const room = (stage: Stage) => `${wall(stage, '#D89A68', '#FDE8C4')}${mat(stage, stage.height * 0.8)}`

/** Women at a row of looms, with a radio between them. */
export const weavers: Scene = (stage) => {
  const { width, height } = stage
  const row = times(3, (nth) => {
    const x = width * (0.18 + nth * 0.32)
    const weaver = { dress: clothAt(stage, nth + 1), wrap: clothAt(stage, nth + 2) }
    return `${loom([x, height * 0.85, 0.86], clothAt(stage, nth), 130 + nth * 26)}${seated(stage, [x, height * 0.71, 1.5], weaver)}`
  })
  return `${room(stage)}${row}${radio(width * 0.34, height * 0.88)}${spool(width * 0.66, height * 0.92, '#2E2A86')}${spool(width * 0.72, height * 0.94, '#A83A1F')}`
}

/** One loom from the front, one weaver before it. */
export const oneWeaver: Scene = (stage) => {
  const { width, height } = stage
  const size = height > width ? 1.75 : 1.5
  const weaver = { dress: clothAt(stage, 1), wrap: clothAt(stage, 2), skin: '#5C3521' }
  return `${room(stage)}${loom([width / 2, height * 0.88, size], clothAt(stage, 0), 150)}${seated(stage, [width / 2, height * 0.66, 2.5], weaver)}${spool(width * 0.12, height * 0.9, '#1B6B45')}${spool(width * 0.2, height * 0.93, '#F2B23A')}${spool(width * 0.88, height * 0.92, '#A83A1F')}`
}
