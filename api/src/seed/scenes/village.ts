import { person } from './figures.ts'
import { palm, sky, swell, tree, tuft } from './land.ts'
import { clothAt, times } from './stage.ts'
import type { Scene, Stage } from './stage.ts'

function hut({ look }: Stage, [x, y, size]: readonly [number, number, number], band: string): string {
  const thatch = times(
    11,
    (nth) =>
      `<path d="M0-196L${-124 + nth * 25}-${78 - Math.abs(nth - 5) * 2}" stroke="#7A5426" stroke-width="4" stroke-opacity=".6"/>`,
  )
  return `<g transform="translate(${x} ${y}) scale(${size})"><ellipse cy="2" rx="124" ry="14" fill="${look.shadow}" fill-opacity=".35"/><path d="M-92-92h184v92q-92 16-184 0z" fill="#C27A4A"/><path d="M-92-46h184v22h-184z" fill="${band}"/>
<path d="M-92-92h184v92q-92 16-184 0z" fill="url(#shade)" fill-opacity=".5"/><path d="M-24 6v-62q24-26 48 0v62z" fill="#3A1C10"/><path d="M0-200q-60 60-136 124q136 34 272 0q-76-64-136-124z" fill="#B98A45"/>${thatch}
<path d="M-136-76q136 34 272 0l-6 12q-130 30-260 0z" fill="#8A5F2A"/><path d="M0-200q-60 60-136 124q136 34 272 0q-76-64-136-124z" fill="url(#shade)" fill-opacity=".45"/><circle cy="-200" r="9" fill="#8A5F2A"/></g>`
}

function rainfall({ width, height, roll }: Stage): string {
  const streaks = times(110, () => {
    const [x, y, long] = [roll(0, width + 60), roll(-20, height), roll(24, 52)]
    return `M${x} ${y}l-${long * 0.24} ${long}`
  })
  return `<path d="${streaks}" stroke="#F1F6F6" stroke-width="2.4" stroke-linecap="round" stroke-opacity=".5"/>`
}

const puddle = (x: number, y: number, r: number) =>
  `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * 0.2}" fill="#A9BCC4" fill-opacity=".85"/><ellipse cx="${x}" cy="${y}" rx="${r * 0.5}" ry="${r * 0.09}" fill="none" stroke="#fff" stroke-width="2.4" stroke-opacity=".8"/>`

/** Rain over the roofs; in the doorway a bowl of breadfruit keeps warm. */
export const rainyDay: Scene = (stage) => {
  const { width, height, look } = stage
  const cloud = (x: number, y: number, size: number) =>
    `<g transform="translate(${x} ${y}) scale(${size})" fill="#6C7F8E" opacity=".8"><ellipse rx="120" ry="40"/><ellipse cx="-70" cy="-22" rx="66" ry="42"/><ellipse cx="44" cy="-34" rx="84" ry="52"/></g>`
  return `${sky(stage)}${cloud(width * 0.2, height * 0.12, 1.3)}${cloud(width * 0.74, height * 0.1, 1.5)}${swell(stage, height * 0.58, 60, look.far)}${palm(stage, width * 0.09, height * 0.66, 1.9)}${tree(stage, width * 0.86, height * 0.68, 1.5)}
${swell(stage, height * 0.66, 24, look.middle)}${hut(stage, [width * 0.72, height * 0.72, 1.05], clothAt(stage, 1))}${hut(stage, [width * 0.36, height * 0.82, 1.75], clothAt(stage, 0))}${swell(stage, height * 0.88, 12, look.near)}
${puddle(width * 0.2, height * 0.93, 110)}${puddle(width * 0.66, height * 0.9, 84)}${puddle(width * 0.86, height * 0.96, 96)}${palm(stage, width * 0.97, height * 1.02, 2.6)}${rainfall(stage)}`
}

/** Round houses along a path, somebody on the way to one of them. */
export const village: Scene = (stage) => {
  const { width, height, look } = stage
  const walker = { dress: clothAt(stage, 0), wrap: clothAt(stage, 1), pose: 'lift' } as const
  return `${sky(stage)}<circle cx="${width * 0.7}" cy="${height * 0.24}" r="60" fill="${look.sun}"/>${swell(stage, height * 0.56, 70, look.far)}${tree(stage, width * 0.2, height * 0.64, 1.7)}${palm(stage, width * 0.9, height * 0.62, 1.8)}${swell(stage, height * 0.64, 24, look.middle)}
${hut(stage, [width * 0.74, height * 0.68, 0.95], clothAt(stage, 2))}${hut(stage, [width * 0.46, height * 0.7, 0.8], clothAt(stage, 1))}<path d="M${width * 0.34} ${height}q80-90 40-150t60-130h24q-50 70-10 130t30 150z" fill="#F3DDB8" fill-opacity=".75"/>
${hut(stage, [width * 0.2, height * 0.86, 1.4], clothAt(stage, 0))}${person(stage, [width * 0.66, height * 0.56, 2], walker)}<path d="M${width * 0.66 - 44} ${height * 0.56 - 16}q44-60 88 0q-44 22-88 0z" fill="url(#clay)"/>${tuft(stage, width * 0.93, height * 0.98, 1.4)}${tuft(stage, width * 0.52, height, 1)}`
}
