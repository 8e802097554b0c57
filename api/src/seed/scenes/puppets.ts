import { warmth } from './land.ts'
import { crowd } from './figures.ts'
import { clothAt, times } from './stage.ts'
import type { Scene } from './stage.ts'

const teeth = (count: number, turn: 1 | -1) =>
  times(count, (nth) => `<path d="M${14 + nth * 26} 0l11 ${20 * turn} 11 ${-20 * turn}z" fill="#FDF0CF"/>`)

/** Its jaws wide open, its back in plates. */
const crocodile = `<path d="M-250 30q-80 10-130-40q60 14 110-20q20-26 60-30h190q20 60-20 100q-110 14-210-10z" fill="#3E6B3A"/><path d="M-240 34q110 22 210 6l-10 16q-100 12-190-4z" fill="#D9CFA0"/>
${times(9, (nth) => `<path d="M${-236 + nth * 26}-52l13-26 13 26z" fill="#2C4F2A"/>`)}<g transform="translate(-40 -40) rotate(-24)"><path d="M-10 18q-10-60 40-66q20-26 40-2q70 0 130 30q10 14-4 20H-10z" fill="#4A7F44"/><circle cx="44" cy="-46" r="13" fill="#F2B23A"/><circle cx="46" cy="-46" r="6" fill="#17110F"/><circle cx="184" cy="-22" r="6" fill="#1E3A1C"/><g transform="translate(0 2)">${teeth(7, 1)}</g></g>
<g transform="translate(-36 6) rotate(14)"><path d="M-20-6h214q16 6 8 20q-110 26-222 12z" fill="#3E6B3A"/><g transform="translate(0 -5)">${teeth(7, -1)}</g></g><path d="M-26-20q26-4 30 10t-26 18z" fill="#A83A1F"/>
<g stroke="#2C4F2A" stroke-width="20" stroke-linecap="round"><path d="M-190 50v34M-80 54v32"/></g>`

const lamp = (x: number, y: number) =>
  `${warmth(x, y, 150)}<path d="M${x} ${y - 90}v50" stroke="#17110F" stroke-width="4"/><path d="M${x - 22} ${y - 36}h44l8 60h-60z" fill="#FFE08A"/><path d="M${x - 26} ${y - 40}h52v10h-52zM${x - 34} ${y + 22}h68v12h-68z" fill="#5B3A20"/>`

/** The puppet stage at night, lamps lit, the crocodile out. */
export const puppetStage: Scene = (stage) => {
  const { width, height, look } = stage
  const [x, floor] = [width / 2, height * 0.66]
  const stars = times(
    28,
    (nth) =>
      `<circle cx="${(nth * 97) % width}" cy="${(nth * 41) % (height * 0.3)}" r="${1.4 + (nth % 3)}" fill="#FFF3D0" fill-opacity=".8"/>`,
  )
  const curtain = (left: number) =>
    `<rect x="${left}" y="${height * 0.14}" width="120" height="${height * 0.54}" fill="${clothAt(stage, 1)}"/>${times(3, (nth) => `<rect x="${left + nth * 40}" y="${height * 0.14}" width="40" height="${height * 0.54}" fill="url(#fold)"/>`)}`
  return `<rect width="${width}" height="${height}" fill="url(#sky)"/>${stars}${warmth(x, floor - 60, 420)}<rect x="${x - 330}" y="${height * 0.14}" width="660" height="${height * 0.54}" fill="#5E2A1C"/>${warmth(x, floor - 120, 280)}
${curtain(x - 340)}${curtain(x + 220)}<path d="M${x - 350} ${height * 0.09}h700v70q-58 40-117 0q-58 40-117 0q-58 40-116 0q-58 40-117 0q-58 40-116 0q-58 40-117 0z" fill="${clothAt(stage, 0)}"/><path d="M${x - 350} ${height * 0.09}h700v70h-700z" fill="url(#low)"/>
<g transform="translate(${x + 44} ${floor - 84}) scale(1.12)">${crocodile}</g><rect x="${x - 360}" y="${floor}" width="720" height="${height * 0.2}" fill="${clothAt(stage, 2)}"/><rect x="${x - 360}" y="${floor}" width="720" height="${height * 0.2}" fill="url(#low)"/><rect x="${x - 370}" y="${floor - 10}" width="740" height="20" rx="6" fill="#7A4A26"/>
${lamp(x - 170, height * 0.32)}${lamp(x + 176, height * 0.32)}<rect y="${height * 0.86}" width="${width}" height="${height * 0.14}" fill="${look.near}"/>${crowd(stage, 8, look.shadow)}`
}
