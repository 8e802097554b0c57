import { cloths } from '../cloths.ts'
import type { ClothName } from '../cloths.ts'

/** Light and land of a picture. */
export type Look = {
  sky: readonly [string, string, string]
  sun: string
  far: string
  middle: string
  near: string
  leaf: string
  shadow: string
  /** Laid over everything, to bind the colours. */
  veil?: string
}

/** What a scene is drawn on: the short side is 600, whatever the shape. */
export type Stage = { width: number; height: number; look: Look; roll: Dice; cloth: readonly ClothFill[] }
export type Scene = (stage: Stage) => string

export const looks = {
  noon: {
    sky: ['#FCD9A0', '#F9C27C', '#F0A35F'],
    sun: '#FFF0C4',
    far: '#DB8A55',
    middle: '#C96A3B',
    near: '#A9482A',
    leaf: '#4F7A3C',
    shadow: '#5A2412',
  },
  morning: {
    sky: ['#BFDDE3', '#E5EAD3', '#FBE3B4'],
    sun: '#FFF6D8',
    far: '#9DBB92',
    middle: '#D9B480',
    near: '#B98551',
    leaf: '#2F6B45',
    shadow: '#4A3018',
  },
  dawn: {
    sky: ['#5A5AA6', '#E08A7B', '#FBD08A'],
    sun: '#FFE3A6',
    far: '#7C5A8C',
    middle: '#8C5562',
    near: '#5B3350',
    leaf: '#3B4A5E',
    shadow: '#2A1838',
  },
  dusk: {
    sky: ['#2E2A86', '#A8466B', '#F2A24A'],
    sun: '#FFD27A',
    far: '#6B2F5C',
    middle: '#571F3C',
    near: '#3A1420',
    leaf: '#2C3A2A',
    shadow: '#1C0A12',
  },
  night: {
    sky: ['#12112F', '#232063', '#5A3568'],
    sun: '#FBE7B0',
    far: '#26224F',
    middle: '#37224A',
    near: '#2B1830',
    leaf: '#1D2F33',
    shadow: '#0C0714',
  },
  harmattan: {
    sky: ['#C3CDCB', '#E6DCC6', '#F8E2BE'],
    sun: '#FFF9E8',
    far: '#BFAF98',
    middle: '#C39A6B',
    near: '#A86B42',
    leaf: '#6F7A45',
    shadow: '#4A3B28',
    veil: '#F1E6CE',
  },
  rain: {
    sky: ['#7C8FA0', '#A5B4B4', '#C9CDBB'],
    sun: '#DCE3DC',
    far: '#6F8C7A',
    middle: '#8A6B4E',
    near: '#6B4E38',
    leaf: '#2F5F48',
    shadow: '#2C2420',
  },
  green: {
    sky: ['#F4F1D5', '#E7EFD8', '#D4E5C0'],
    sun: '#FFFBE2',
    far: '#A5C284',
    middle: '#7FA25A',
    near: '#5B8142',
    leaf: '#2F6B45',
    shadow: '#24401F',
  },
} satisfies Record<string, Look>
export type LookName = keyof typeof looks
export const isLookName = (name: unknown) => typeof name === 'string' && name in looks

const dyed = {
  adireLight: () => cloths.adire('adireLight', '#F3EBDD', '#2E2A86', '#8E8BE0'),
  asookeIndigo: () => cloths.asooke('asookeIndigo', '#2E2A86', '#F2B23A', '#17153F'),
  asookeWine: () => cloths.asooke('asookeWine', '#6B1230', '#F0C96A', '#2A0A16'),
  akweteRed: () => cloths.akwete('akweteRed', '#9A2B1B', '#F7D795', '#1C1A55'),
  deepGreen: () => stripes('deepGreen', '#123F2B', ['#1B5A3C', '#0B2A1D', '#D8C27A']),
  okene: () => stripes('okene', '#F4EBDA', ['#1E1A1A', '#3A3434', '#B5832A']),
  redBlack: () => stripes('redBlack', '#A3201C', ['#17110F', '#17110F', '#F2E3C4']),
  pelete: () => checks('pelete', '#8C1F2B', '#F3DFC0', '#1F2A5C'),
}
export type ClothFill = ClothName | keyof typeof dyed
export const isClothFill = (name: unknown) => typeof name === 'string' && (name in cloths || name in dyed)

function stripes(id: string, ground: string, [wide, narrow, thread]: readonly [string, string, string]) {
  return `<pattern id="${id}" width="64" height="40" patternUnits="userSpaceOnUse">
<rect width="64" height="40" fill="${ground}"/><rect x="6" width="16" height="40" fill="${wide}"/>
<rect x="28" width="4" height="40" fill="${narrow}"/><rect x="36" width="2" height="40" fill="${thread}"/>
<rect x="42" width="4" height="40" fill="${narrow}"/><rect x="52" width="9" height="40" fill="${wide}"/>
<path d="M10 6h8v3h-8zM10 26h8v3h-8z" fill="${thread}"/><path d="M0 10h64M0 20h64M0 30h64" stroke="#000" stroke-opacity=".1"/>
</pattern>`
}

function checks(id: string, ground: string, light: string, dark: string) {
  return `<pattern id="${id}" width="60" height="60" patternUnits="userSpaceOnUse">
<rect width="60" height="60" fill="${ground}"/><path d="M0 10h60M10 0v60" stroke="${dark}" stroke-width="9"/>
<path d="M0 24h60M24 0v60" stroke="${light}" stroke-width="2"/>
<path d="M36 36h4v4h-4zM44 36h4v4h-4zM52 36h4v4h-4zM36 44h4v4h-4zM52 44h4v4h-4zM36 52h4v4h-4zM44 52h4v4h-4zM52 52h4v4h-4z" fill="${light}"/>
<path d="M44 44h4v4h-4z" fill="${dark}"/></pattern>`
}

const tints = `<linearGradient id="light" x2="0" y2="1"><stop offset="0" stop-color="#FFF3D0" stop-opacity=".5"/>
<stop offset=".7" stop-color="#FFF3D0" stop-opacity="0"/></linearGradient>
<linearGradient id="shade"><stop offset="0" stop-opacity=".28"/><stop offset=".35" stop-color="#fff" stop-opacity=".14"/>
<stop offset="1" stop-opacity=".34"/></linearGradient>
<linearGradient id="fold"><stop offset="0" stop-opacity=".2"/><stop offset=".5" stop-color="#fff" stop-opacity=".16"/>
<stop offset="1" stop-opacity=".2"/></linearGradient>
<linearGradient id="low" x2="0" y2="1"><stop offset="0" stop-opacity="0"/><stop offset="1" stop-opacity=".34"/></linearGradient>
<linearGradient id="clay" x2="1" y2="1"><stop offset="0" stop-color="#D98158"/><stop offset="1" stop-color="#8E3E20"/></linearGradient>
<linearGradient id="brass" x2="1" y2="1"><stop offset="0" stop-color="#F6D98A"/><stop offset=".5" stop-color="#C98E33"/>
<stop offset="1" stop-color="#7A4A17"/></linearGradient>
<linearGradient id="wood" x2="1" y2="1"><stop offset="0" stop-color="#B0713C"/><stop offset="1" stop-color="#5F3216"/></linearGradient>`

/** What the scenes fill with, by name: the cloths, and the tints that model a surface. */
export const fills = `${Object.entries(cloths)
  .map(([name, draw]) => draw(name))
  .join('')}${Object.values(dyed)
  .map((draw) => draw())
  .join('')}${tints}`

export type Dice = (low: number, high: number) => number

/** The same throws for the same seed: every demo world looks alike. */
export function dice(seed: number): Dice {
  let state = (seed + 1) * 0x9e37_79b9
  return (low, high) => {
    state = (state + 0x6d2b_79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    const share = ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
    return Math.round((low + share * (high - low)) * 10) / 10
  }
}

export const times = (count: number, draw: (nth: number) => string): string =>
  Array.from({ length: count }, (_, nth) => draw(nth)).join('')

export function pick<const T extends readonly [unknown, ...unknown[]]>(list: T, place: number): T[number] {
  return list[place % list.length] ?? list[0]
}

export function clothAt({ cloth }: Stage, place: number): string {
  return `url(#${cloth[place % cloth.length] ?? 'adire'})`
}
