import { person } from './figures.ts'
import { sky, sun, swell, tree, tuft } from './land.ts'
import { clothAt, times } from './stage.ts'
import type { Scene, Stage } from './stage.ts'
import { dyePot } from './vessels.ts'

function hang(x: number, y: number, [width, length]: readonly [number, number], fill: string): string {
  const folds = times(
    3,
    (nth) =>
      `<rect x="${x + (width / 3) * nth}" y="${y}" width="${width / 3}" height="${length}" fill="url(#fold)"/>`,
  )
  const pegs = [x + 8, x + width - 14].map(
    (left) => `<rect x="${left}" y="${y - 8}" width="6" height="15" rx="2" fill="#8A5A2B"/>`,
  )
  return `<rect x="${x}" y="${y}" width="${width}" height="${length}" fill="${fill}"/>${folds}
<rect x="${x}" y="${y + length - 26}" width="${width}" height="26" fill="url(#low)"/>${pegs.join('')}`
}

/** Cloths on a line between two poles, `count` of them, over the whole width. */
function line(stage: Stage, top: number, count: number, longest: number): string {
  const { width, roll } = stage
  const space = (width - 96) / count
  const cloths = times(count, (nth) => {
    const share = (nth + 0.5) / count
    const wide = space * roll(0.86, 0.95)
    const sag = Math.sin(share * Math.PI) * 20
    return hang(
      48 + space * nth + (space - wide) / 2,
      top + sag - 2,
      [wide, longest * roll(0.82, 1)],
      clothAt(stage, nth),
    )
  })
  return `<path d="M20 ${top}Q${width / 2} ${top + 40} ${width - 20} ${top}" stroke="#6B4524" stroke-width="5" fill="none"/>${cloths}`
}

const poles = ({ width, height }: Stage, top: number) =>
  [14, width - 28]
    .map(
      (x) =>
        `<rect x="${x}" y="${top - 26}" width="14" height="${height * 0.84 - top}" rx="5" fill="#7A4A26"/>`,
    )
    .join('')

/** Dyed cloths drying in the sun over the pots they came from. */
export const clothLine: Scene = (stage) => {
  const { width, height, look, roll } = stage
  const top = height * 0.14
  const count = width > height ? 4 : 3
  const dyer = { dress: clothAt(stage, 1), wrap: 'url(#asooke)', pose: 'reach' } as const
  return `${sky(stage)}${sun(stage, width * 0.8, height * 0.2, 52)}
${swell(stage, height * 0.66, 60, look.far)}${swell(stage, height * 0.74, 40, look.middle)}
${poles(stage, top)}${line(stage, top, count, height * 0.55)}${swell(stage, height * 0.84, 30, look.near)}
${dyePot([width * 0.2, height * 0.83, roll(58, 70)])}${dyePot([width * 0.42, height * 0.89, roll(42, 50)])}
${tuft(stage, width * 0.56, height * 0.95, 0.9)}${person(stage, [width * 0.77, height * 0.53, 2.05], dyer)}`
}

/** The same in the shade of a tree, with a basin of water. */
export const clothInShade: Scene = (stage) => {
  const { width, height, look } = stage
  const top = height * 0.42
  return `${sky(stage)}${sun(stage, width * 0.14, height * 0.14, 44)}${swell(stage, height * 0.6, 70, look.far)}
${swell(stage, height * 0.7, 30, look.middle)}${tree(stage, width * 0.55, height * 0.76, 2.9)}
${poles(stage, top)}${line(stage, top, 4, height * 0.36)}
<ellipse cx="${width * 0.52}" cy="${height * 0.9}" rx="${width * 0.46}" ry="${height * 0.11}" fill="${look.shadow}" fill-opacity=".38"/>
${dyePot([width * 0.22, height * 0.83, 62], '#9CCBD8')}${dyePot([width * 0.4, height * 0.89, 44], '#9CCBD8')}
${tuft(stage, width * 0.92, height * 0.97, 1.2)}${tuft(stage, width * 0.06, height * 0.98, 1)}`
}

/** Arms lift a length of cloth out of the vat. */
export const vats: Scene = (stage) => {
  const { width, height, look } = stage
  const x = width * 0.5
  const rim = height * 0.66
  const skin = '#5C3521'
  const drops = times(
    9,
    (nth) =>
      `<ellipse cx="${x - 92 + nth * 23}" cy="${rim - 16 - ((nth * 37) % 40)}" rx="3.4" ry="7" fill="#3B38A8"/>`,
  )
  const cloth = `M${x - 130} ${height * 0.14}q40 26 130 10q80-12 130-6q-16 ${height * 0.26}-42 ${height * 0.42}q-84 30-176 0q-20-${height * 0.2}-42-${height * 0.43}z`
  return `<rect width="${width}" height="${height}" fill="${look.sky[1]}"/>${sun(stage, width * 0.5, height * 0.3, 130)}
${swell(stage, height * 0.6, 50, look.far)}${swell(stage, height * 0.7, 36, look.middle)}
${dyePot([width * 0.1, height * 0.62, 88])}${dyePot([width * 0.92, height * 0.64, 96], '#3B5E2B')}
<path d="${cloth}" fill="${clothAt(stage, 0)}"/><path d="${cloth}" fill="url(#fold)"/><path d="${cloth}" fill="url(#low)"/>
<g stroke="${skin}" stroke-width="38" stroke-linecap="round" fill="none"><path d="M${x - 250} -40Q${x - 190} 60 ${x - 124} ${height * 0.16}"/>
<path d="M${x + 250} -40Q${x + 190} 60 ${x + 124} ${height * 0.15}"/></g>
<g stroke="url(#brass)" stroke-width="9" fill="none"><path d="M${x - 214} 44l34-22M${x + 214} 40l-34-24"/></g>
${drops}${dyePot([x, rim, 210])}`
}
