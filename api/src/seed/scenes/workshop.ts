import { flames } from './kitchen.ts'
import { mat, wall, warmth } from './land.ts'
import { clothAt, times } from './stage.ts'
import type { Scene } from './stage.ts'
import { jar } from './vessels.ts'

/** Eleven pots on three boards, four, four and three. */
export const potShelf: Scene = (stage) => {
  const { width, height, roll } = stage
  const rows = [4, 4, 3].map((count, row) => {
    const y = height * (0.32 + row * 0.3)
    const pots = times(count, (nth) =>
      jar([(width / count) * (nth + 0.5), y, roll(0.92, 1.06)], clothAt(stage, nth + row)),
    )
    return `<rect y="${y}" width="${width}" height="20" fill="url(#wood)"/><rect y="${y + 20}" width="${width}" height="36" fill="#2A140A" fill-opacity=".2"/>${pots}`
  })
  return `${wall(stage, '#E3B98A', '#FFF3D0')}${rows.join('')}`
}

const bell = (x: number, y: number, size: number) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><ellipse cy="92" rx="74" ry="12" fill="#2A140A" fill-opacity=".4"/><path d="M-26-96q26-40 52 0" stroke="#8A5A1E" stroke-width="13" fill="none"/><path d="M-34-96h68q4 120 40 178q-74 24-148 0q36-58 40-178z" fill="url(#brass)"/>
<path d="M-40-52q40 14 80 0M-48 0q48 18 96 0M-64 58q64 22 128 0" stroke="#6B4212" stroke-width="5" fill="none"/><path d="M-30-28l10-12 10 12 10-12 10 12 10-12 10 12" stroke="#FBE8B0" stroke-width="4" fill="none"/><circle cy="30" r="15" fill="none" stroke="#6B4212" stroke-width="5"/><circle cy="30" r="5" fill="#6B4212"/><path d="M-22-86q-4 90-30 150" stroke="#fff" stroke-width="8" fill="none" stroke-opacity=".4" stroke-linecap="round"/></g>`

/** Two bells that came out whole, and the three moulds that did not. */
export const castings: Scene = (stage) => {
  const { width, height } = stage
  const broken = (x: number, turn: number) =>
    `<g transform="translate(${x} ${height * 0.84}) rotate(${turn})"><path d="M-60 30q-14-70 20-92l16 22 20-26 18 30 24-14q24 44 10 80z" fill="#B5714A"/><path d="M-30 26q-4-34 14-48l20 14 20-8q12 24 6 42z" fill="#5E2E18"/></g>`
  return `${wall(stage, '#7A4A34', '#F0A35F')}<rect y="${height * 0.66}" width="${width}" height="${height}" fill="url(#wood)"/>${times(3, (nth) => `<path d="M0 ${height * (0.76 + nth * 0.09)}h${width}" stroke="#3A1F10" stroke-width="4" stroke-opacity=".5"/>`)}<rect y="${height * 0.66}" width="${width}" height="14" fill="#E0A66A" fill-opacity=".6"/>
${bell(width * 0.24, height * 0.54, 1.5)}${bell(width * 0.5, height * 0.58, 1.2)}${broken(width * 0.68, -8)}${broken(width * 0.8, 12)}${broken(width * 0.92, -20)}`
}

/** A crucible in the coals, so hot that it lights the wall. */
export const crucible: Scene = (stage) => {
  const { width, height } = stage
  const x = width / 2
  const coals = times(
    22,
    (nth) =>
      `<ellipse cx="${x - 230 + ((nth * 71) % 460)}" cy="${height * 0.8 + ((nth * 37) % 70)}" rx="34" ry="24" fill="${nth % 3 ? '#2A1614' : '#E5532D'}"/>`,
  )
  return `<rect width="${width}" height="${height}" fill="#2A1420"/>${warmth(x, height * 0.64, width * 0.62)}${flames(stage, [x, height * 0.78, 1.9])}
<path d="M${x - 104} ${height * 0.5}h208q-6 130-52 176h-104q-46-46-52-176z" fill="#6B4636"/><path d="M${x - 104} ${height * 0.5}h208q-6 130-52 176h-104q-46-46-52-176z" fill="url(#shade)"/><ellipse cx="${x}" cy="${height * 0.5}" rx="106" ry="28" fill="#8A5A44"/><ellipse cx="${x}" cy="${height * 0.5 + 3}" rx="88" ry="21" fill="#FFC94A"/><ellipse cx="${x - 20}" cy="${height * 0.5}" rx="44" ry="9" fill="#FFF3C4"/>
${coals}<path d="M${x + 92} ${height * 0.54}L${width + 20} ${height * 0.3}M${x + 96} ${height * 0.6}L${width + 20} ${height * 0.38}" stroke="#8C949E" stroke-width="14" stroke-linecap="round"/>${times(24, (nth) => `<circle cx="${(nth * 89) % width}" cy="${height * 0.06 + ((nth * 53) % (height * 0.4))}" r="${1.6 + (nth % 3)}" fill="#FFD36B"/>`)}`
}

/** A carved stool on the workshop floor, chips around it. */
export const stool: Scene = (stage) => {
  const { width, height } = stage
  const [x, y] = [width / 2, height * 0.44]
  const chips = times(
    26,
    (nth) =>
      `<path transform="translate(${(nth * 83) % width} ${height * 0.82 + ((nth * 47) % (height * 0.17))}) rotate(${(nth * 67) % 180})" d="M-14 0q14-12 28 0q-14 6-28 0z" fill="${nth % 2 ? '#E3B87A' : '#C98E5A'}"/>`,
  )
  const carving = times(
    5,
    (nth) =>
      `<path d="M${-120 + nth * 48} 0l24-26 24 26-24 26z" fill="none" stroke="#F0C485" stroke-width="6"/><circle cx="${-96 + nth * 48}" cy="0" r="6" fill="#F0C485"/>`,
  )
  return `${wall(stage, '#C98F57', '#FBE3B4')}<rect y="${height * 0.74}" width="${width}" height="${height}" fill="#A9683A"/><rect y="${height * 0.74}" width="${width}" height="${height * 0.26}" fill="url(#low)"/><ellipse cx="${x}" cy="${y + 268}" rx="230" ry="34" fill="#2A140A" fill-opacity=".4"/>
<path d="M${x - 120} ${y + 30}q60 90-40 226h78q50-90 44-216zM${x + 120} ${y + 30}q-60 90 40 226h-78q-50-90-44-216z" fill="url(#wood)"/><path d="M${x - 40} ${y + 50}h80l16 96q-56 30-112 0z" fill="#6B3A17"/><path d="M${x - 178} ${y + 244}q178 44 356 0v26q-178 44-356 0z" fill="url(#wood)"/>
<path d="M${x - 220} ${y - 20}q220 90 440 0l-10 56q-210 70-420 0z" fill="url(#wood)"/><g transform="translate(${x} ${y + 40}) scale(1.15)">${carving}</g><path d="M${x - 224} ${y - 20}q0-56 224-58q224 2 224 58q-224 76-448 0z" fill="#C98E5A"/><path d="M${x - 180} ${y - 20}q20-36 180-38q160 2 180 38q-180 44-360 0z" fill="#A9683A"/><path d="M${x - 130} ${y - 30}q130-30 260 0" stroke="#8A5128" stroke-width="4" fill="none"/>${chips}
<g transform="translate(${width * 0.86} ${height * 0.92}) rotate(-58)"><rect x="-9" y="-150" width="18" height="170" rx="7" fill="#7A4A26"/><path d="M-16-160h76q6 30-16 40q-20-14-60-12z" fill="#8C949E"/></g>`
}

/** An embroidered cap on its stand, the threads beside it. */
export const caps: Scene = (stage) => {
  const { width, height } = stage
  const [x, y] = [width * 0.48, height * 0.5]
  const rows = times(5, (row) =>
    times(13, (nth) => {
      const left = -150 + nth * 25
      const top = -84 + row * 42 + Math.cos((left / 150) * 1.4) * 22
      return row % 2
        ? `<path d="M${left - 10} ${top}l10-14 10 14-10 14z" fill="none" stroke="#2E2A86" stroke-width="4.4"/>`
        : `<path d="M${left} ${top - 9}v18M${left - 9} ${top}h18" stroke="${row === 2 ? '#B5832A' : '#2E2A86'}" stroke-width="5" stroke-linecap="round"/>`
    }),
  )
  const spool = (left: number, colour: string) =>
    `<g transform="translate(${left} ${height * 0.86}) scale(1.5)"><ellipse cy="34" rx="30" ry="7" fill="#2A140A" fill-opacity=".3"/><path d="M-22-26h44v56q-22 8-44 0z" fill="${colour}"/><path d="M-22-12h44M-22 2h44M-22 16h44" stroke="#000" stroke-width="3" stroke-opacity=".16"/><ellipse cy="-26" rx="26" ry="8" fill="#E0BC8A"/><ellipse cy="31" rx="26" ry="7" fill="#9A5E2E"/></g>`
  const shape = `M-172 128q-14-150 6-236q166-40 332 0q20 86 6 236q-172 44-344 0z`
  return `${wall(stage, '#A8BFB0', '#F6F2DC')}${mat(stage, height * 0.78)}<ellipse cx="${x}" cy="${height * 0.84}" rx="230" ry="34" fill="#2A140A" fill-opacity=".35"/><path d="M${x - 130} ${height * 0.62}h260l30 ${height * 0.22}q-160 34-320 0z" fill="url(#wood)"/>
<g transform="translate(${x} ${y})"><path d="${shape}" fill="#FBF6EA"/>${rows}<path d="${shape}" fill="url(#shade)" fill-opacity=".5"/><ellipse cy="-108" rx="166" ry="42" fill="#F1E7D2"/><ellipse cy="-108" rx="118" ry="28" fill="none" stroke="#2E2A86" stroke-width="5" stroke-dasharray="9 8"/><ellipse cy="-108" rx="66" ry="15" fill="none" stroke="#B5832A" stroke-width="5" stroke-dasharray="6 6"/><path d="M-172 126q172 44 344 0" stroke="#2E2A86" stroke-width="9" fill="none"/></g>
${spool(width * 0.86, '#2E2A86')}${spool(width * 0.74, '#B5832A')}<path d="M${width * 0.72} ${height * 0.96}q-120 30-200-10t-160 20" stroke="#2E2A86" stroke-width="4" fill="none"/>`
}
