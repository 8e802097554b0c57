import { person } from './figures.ts'
import { daylight, mat, sky, swell, warmth } from './land.ts'
import { clothAt, pick, times } from './stage.ts'
import type { Scene, Stage } from './stage.ts'
import { cookPot, jar } from './vessels.ts'

export function flames({ roll }: Stage, [x, y, size]: readonly [number, number, number]): string {
  const tongues = times(9, (nth) => {
    const left = (nth - 4) * 22
    const tall = roll(60, 100) - Math.abs(nth - 4) * 9
    return `<path d="M${left - 16} 0q-6-${tall * 0.5} ${roll(8, 22)}-${tall}q16 ${tall * 0.5} 12 ${tall}z" fill="${pick(['#F0732A', '#F2B23A', '#E5532D'], nth)}"/>`
  })
  const hearts = times(
    5,
    (nth) => `<path d="M${(nth - 2) * 30 - 9} 0q0-24 9-40q11 18 9 40z" fill="#FFF0B8"/>`,
  )
  return `<g transform="translate(${x} ${y}) scale(${size})">${warmth(0, -30, 130)}
<path d="M-120 12L70-4M120 12L-70-4" stroke="#3A1F10" stroke-width="20" stroke-linecap="round"/>${tongues}${hearts}<path d="M-110 8L90 14" stroke="#5B3A20" stroke-width="17" stroke-linecap="round"/></g>`
}

const steam = (x: number, y: number) =>
  times(
    3,
    (nth) =>
      `<path d="M${x - 34 + nth * 34} ${y}q-26-40 0-76t0-80" stroke="#fff" stroke-width="13" fill="none" stroke-linecap="round" stroke-opacity=".${28 - nth * 5}"/>`,
  )

/** Big pots over the fire, and the cook who stirs. */
export const bigPots: Scene = (stage) => {
  const { width, height, look } = stage
  const soups = ['#3F6B2A', '#B5471B', '#D9A441'] as const
  const count = width > height ? 3 : 2
  const pots = times(count, (nth) => {
    const x = (width / count) * (nth + 0.5)
    return `${flames(stage, [x, height * 0.88, 0.95])}${cookPot([x, height * 0.62, 1.15], pick(soups, nth))}${steam(x, height * 0.56)}
<path d="M${x - 96} ${height * 0.9}q-14-50 18-62q30 4 30 62zM${x + 48} ${height * 0.9}q0-56 28-62q34 10 22 62z" fill="#6F655C"/>`
  })
  const cook = { dress: clothAt(stage, 0), wrap: clothAt(stage, 1), pose: 'work' } as const
  const cookX = width / count + 14
  return `${sky(stage)}${swell(stage, height * 0.62, 30, look.far)}${swell(stage, height * 0.72, 20, look.middle)}${person(stage, [cookX, height * 0.22, 2.5], cook)}
<path d="M${cookX - 82} ${height * 0.22 + 190}L${cookX - 112} ${height * 0.63}" stroke="#7A4A26" stroke-width="12" stroke-linecap="round"/>${swell(stage, height * 0.84, 14, look.near)}${pots}`
}

/** Water jars in an open fire of straw and wood. */
export const firing: Scene = (stage) => {
  const { width, height, look } = stage
  const jars = [0.24, 0.5, 0.76].map((share, nth) =>
    jar([width * share, height * (nth === 1 ? 0.66 : 0.74), nth === 1 ? 1.9 : 1.6], clothAt(stage, nth)),
  )
  return `${sky(stage)}${swell(stage, height * 0.6, 36, look.far)}${swell(stage, height * 0.7, 24, look.middle)}${warmth(width / 2, height * 0.6, width * 0.6)}
${flames(stage, [width * 0.34, height * 0.72, 1.5])}${flames(stage, [width * 0.68, height * 0.72, 1.5])}${jars.join('')}
${flames(stage, [width * 0.14, height * 0.93, 1.05])}${flames(stage, [width * 0.5, height * 0.97, 1.35])}${flames(stage, [width * 0.86, height * 0.93, 1.05])}
${times(18, (nth) => `<circle cx="${(width / 18) * nth + 12}" cy="${height * 0.1 + ((nth * 83) % 230)}" r="${2 + (nth % 3)}" fill="#FFD36B"/>`)}`
}

/** A bowl of soup so thick that the spoon stands, with a mound of swallow beside it. */
export const standingSpoon: Scene = (stage) => {
  const { width, height, roll } = stage
  const [x, y] = [width * 0.43, height * 0.56]
  const leaves = times(46, () => {
    const turn = roll(0, 6.28)
    const reach = roll(0, 1)
    return `<path transform="translate(${x + Math.cos(turn) * reach * 176} ${y + Math.sin(turn) * reach * 44}) rotate(${roll(-40, 40)})" d="M-13 0q13-9 26 0q-13 9-26 0z" fill="${pick(['#2F5A22', '#5C8A35', '#264A1C', '#7AA043'], Math.floor(roll(0, 4)))}"/>`
  })
  const crayfish = times(
    4,
    (nth) =>
      `<path transform="translate(${x - 110 + nth * 72} ${y - 10 + (nth % 2) * 22})" d="M-20 6q8-24 34-14l8-6M-14 8l-6 8M-4 4l-4 10" stroke="#E5743A" stroke-width="7" fill="none" stroke-linecap="round"/>`,
  )
  return `<rect width="${width}" height="${height}" fill="#F3DDB8"/><rect width="${width}" height="${height}" fill="${clothAt(stage, 0)}" fill-opacity=".9"/>${daylight(stage)}
<ellipse cx="${x + 14}" cy="${y + 176}" rx="220" ry="44" fill="#2A140A" fill-opacity=".4"/><path d="M${x - 218} ${y}q10 190 218 196q208-6 218-196z" fill="url(#clay)"/>
<path d="M${x - 200} ${y + 60}q200 90 400 0" stroke="#F3CDA9" stroke-width="8" fill="none" stroke-opacity=".7" stroke-dasharray="3 18" stroke-linecap="round"/><path d="M${x - 218} ${y}q10 190 218 196q208-6 218-196z" fill="url(#shade)" fill-opacity=".4"/>
<ellipse cx="${x}" cy="${y}" rx="218" ry="66" fill="#B86238"/><ellipse cx="${x}" cy="${y + 2}" rx="194" ry="53" fill="#3F6B2A"/>${leaves}${crayfish}
<path d="M${x + 20} ${y + 6}L${x + 46} ${y - 250}" stroke="url(#wood)" stroke-width="22" stroke-linecap="round"/><path d="M${x + 32} ${y - 210}q-30-86 18-118q46 34 10 120z" fill="#9A5E2E"/><path d="M${x + 40} ${y - 224}q-12-64 10-86" stroke="#D9A06A" stroke-width="7" fill="none" stroke-linecap="round"/>
<ellipse cx="${x + 24}" cy="${y + 6}" rx="30" ry="9" fill="#24461A"/>
<g transform="translate(${width * 0.8} ${height * 0.82})"><ellipse cy="36" rx="140" ry="36" fill="#2A140A" fill-opacity=".35"/><ellipse cy="26" rx="136" ry="38" fill="#F7F1E4"/><ellipse cy="20" rx="104" ry="26" fill="#E0D5BF"/>
<path d="M-84 18q-8-104 84-106q92 2 84 106q-84 28-168 0z" fill="#F0C65A"/><path d="M-84 18q-8-104 84-106q92 2 84 106q-84 28-168 0z" fill="url(#shade)" fill-opacity=".4"/></g>`
}

/** A bowl of kola nuts for whoever comes in. */
export const kolaBowl: Scene = (stage) => {
  const { width, height, roll } = stage
  const [x, y] = [width / 2, height * 0.5]
  const nuts = times(30, (nth) => {
    const turn = nth * 2.4
    const reach = Math.sqrt(nth / 30)
    return `<g transform="translate(${x + Math.cos(turn) * reach * 150} ${y - 10 + Math.sin(turn) * reach * 62 - (1 - reach) * 46}) rotate(${roll(-50, 50)})"><ellipse rx="38" ry="27" fill="${pick(['#A8324A', '#E8C7A8', '#8C2238', '#C9566A'], nth)}"/><path d="M-30-2q30 10 60 0" stroke="#5E1426" stroke-width="4" fill="none" stroke-opacity=".6"/><ellipse cx="-12" cy="-11" rx="11" ry="5" fill="#fff" fill-opacity=".35"/></g>`
  })
  return `${mat(stage, 0)}${daylight(stage)}<ellipse cx="${x}" cy="${y + 210}" rx="200" ry="38" fill="#2A140A" fill-opacity=".4"/>
<path d="M${x - 230} ${y}q30 200 150 206h160q120-6 150-206z" fill="url(#wood)"/><path d="M${x - 214} ${y + 70}l30-24 30 24 30-24 30 24 30-24 30 24 30-24 30 24 30-24 30 24 30-24 30 24 30-24 18 14" stroke="#E0BC7C" stroke-width="7" fill="none"/>
<path d="M${x - 230} ${y}q30 200 150 206h160q120-6 150-206z" fill="url(#shade)" fill-opacity=".5"/><ellipse cx="${x}" cy="${y}" rx="232" ry="78" fill="#9A5E2E"/><ellipse cx="${x}" cy="${y + 2}" rx="206" ry="64" fill="#4A2814"/>${nuts}`
}
