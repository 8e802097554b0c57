import { halo, mat, wall } from './land.ts'
import { clothAt, times } from './stage.ts'
import type { Scene } from './stage.ts'

/** An hourglass drum with cords from skin to skin. */
export function talkingDrum(
  [x, y, size]: readonly [number, number, number],
  turn: number,
  sash: string,
): string {
  const cords = times(13, (nth) => {
    const left = -62 + nth * 10.4
    return `<path d="M${left}-66L${-34 + nth * 5.7} 4L${left} 80"/>`
  })
  const body = 'M-66-72q66 20 132 0q-22 68-34 76q12 8 34 80q-66 22-132 0q22-72 34-80q-12-8-34-76z'
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})"><path d="${body}" fill="url(#clay)"/>
<g stroke="#F7E6CF" stroke-width="2.6" fill="none">${cords}</g><path d="M-38-4q38 10 76 0v16q-38 10-76 0z" fill="${sash}"/><path d="${body}" fill="url(#shade)" fill-opacity=".4"/>
<ellipse cy="-72" rx="68" ry="18" fill="#F7EBD2" stroke="#6B4226" stroke-width="5"/><ellipse cy="-73" rx="46" ry="9" fill="#E6D2AE"/>
<path d="M-68 82q68 26 136 0" stroke="#6B4226" stroke-width="7" fill="none"/></g>`
}

export const beater = (x: number, y: number, size: number) =>
  `<g transform="translate(${x} ${y}) scale(${size})" fill="none" stroke-linecap="round"><path d="M0 0q30-8 46-40q8-22 28-18" stroke="#5B2A16" stroke-width="8"/><path d="M66-60q14-4 16 10" stroke="#F2B23A" stroke-width="9"/></g>`

const tallDrum = ([x, y, size]: readonly [number, number, number], band: string) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><ellipse cy="150" rx="70" ry="12" fill="#2A140A" fill-opacity=".35"/><path d="M-78-80q0 130 34 224q44 14 88 0q34-94 34-224z" fill="url(#wood)"/>
<path d="M-74-20q74 28 148 0l-6 44q-68 26-136 0z" fill="${band}"/><path d="M-78-80q0 130 34 224q44 14 88 0q34-94 34-224z" fill="url(#shade)" fill-opacity=".5"/>
<path d="M-74-66l10 34M-44-56l8 34M0-52v34M44-56l-8 34M74-66l-10 34" stroke="#F7E6CF" stroke-width="7" stroke-linecap="round"/>
<ellipse cy="-80" rx="82" ry="24" fill="#F7EBD2" stroke="#6B4226" stroke-width="6"/><ellipse cy="-82" rx="52" ry="12" fill="#E0C79C"/></g>`

/** Drums at rest on a mat, a cloth on the wall behind. */
export const drums: Scene = (stage) => {
  const { width, height } = stage
  const waves = times(
    3,
    (nth) =>
      `<path d="M${width * 0.42 + nth * 26} ${height * 0.2 - nth * 20}q40 26 40 78" stroke="#F2B23A" stroke-width="8" fill="none" stroke-linecap="round" stroke-opacity="${0.9 - nth * 0.25}"/>`,
  )
  return `${wall(stage, '#C7764A', '#F5C88A')}<rect x="${width * 0.58}" y="-10" width="${width * 0.34}" height="${height * 0.56}" fill="${clothAt(stage, 1)}"/>
<rect x="${width * 0.58}" y="-10" width="${width * 0.17}" height="${height * 0.56}" fill="url(#fold)"/><rect x="${width * 0.75}" y="-10" width="${width * 0.17}" height="${height * 0.56}" fill="url(#fold)"/>
${mat(stage, height * 0.7)}${tallDrum([width * 0.8, height * 0.62, 1.25], clothAt(stage, 2))}
<ellipse cx="${width * 0.36}" cy="${height * 0.88}" rx="190" ry="24" fill="#2A140A" fill-opacity=".35"/>${talkingDrum([width * 0.34, height * 0.56, 2.2], -20, clothAt(stage, 0))}
${waves}${beater(width * 0.5, height * 0.9, 2)}`
}

/** Three drums in a row out of doors, waiting for hands. */
export const drumRow: Scene = (stage) => {
  const { width, height, look } = stage
  return `<rect width="${width}" height="${height}" fill="url(#sky)"/><circle cx="${width / 2}" cy="${height * 0.4}" r="210" fill="${look.sun}" fill-opacity=".85"/>
${halo(width / 2, height * 0.4, 420)}${mat(stage, height * 0.76)}
${tallDrum([width * 0.2, height * 0.62, 1.15], clothAt(stage, 0))}${tallDrum([width * 0.8, height * 0.62, 1.15], clothAt(stage, 1))}
${tallDrum([width * 0.5, height * 0.6, 1.6], clothAt(stage, 2))}${beater(width * 0.66, height * 0.97, 1.5)}`
}
