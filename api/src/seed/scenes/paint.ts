import { beadBowl, coral } from './beads.ts'
import { calabashes, calabashStack, oneCalabash } from './calabashes.ts'
import { clothAndScissors, clothDetail, lastPiece } from './cloth-detail.ts'
import { clothInShade, clothLine, vats } from './cloth-line.ts'
import { drumRow, drums } from './drums.ts'
import { dyePits } from './dye-pits.ts'
import { dancers, festivalGround, mask } from './feast.ts'
import { field, roastedYam, yams } from './harvest.ts'
import { hills, rocks } from './hills.ts'
import { bigPots, firing, kolaBowl, standingSpoon } from './kitchen.ts'
import { oneWeaver, weavers } from './loom.ts'
import { market, oldPhotograph } from './market.ts'
import { masquerade } from './masquerade.ts'
import { puppetStage } from './puppets.ts'
import { boatYard, regatta, river } from './river.ts'
import { dice, fills, looks } from './stage.ts'
import type { ClothFill, LookName, Scene } from './stage.ts'
import { danfo } from './street.ts'
import { rainyDay, village } from './village.ts'
import { caps, castings, crucible, potShelf, stool } from './workshop.ts'

const scenes = {
  beadBowl,
  bigPots,
  boatYard,
  calabashes,
  calabashStack,
  caps,
  castings,
  clothAndScissors,
  clothDetail,
  clothInShade,
  clothLine,
  coral,
  crucible,
  dancers,
  danfo,
  drumRow,
  drums,
  dyePits,
  festivalGround,
  field,
  firing,
  hills,
  kolaBowl,
  lastPiece,
  market,
  mask,
  masquerade,
  oldPhotograph,
  oneCalabash,
  oneWeaver,
  potShelf,
  puppetStage,
  rainyDay,
  regatta,
  river,
  roastedYam,
  rocks,
  standingSpoon,
  stool,
  vats,
  village,
  weavers,
  yams,
} satisfies Record<string, Scene>
export type SceneName = keyof typeof scenes
export const isSceneName = (name: unknown) => typeof name === 'string' && name in scenes

const shapes = {
  wide: { width: 800, height: 600, scale: 1.5 },
  tall: { width: 600, height: 800, scale: 1.5 },
  square: { width: 600, height: 600, scale: 2 },
}

export type Picture = {
  scene: SceneName
  look: LookName
  shape: keyof typeof shapes
  cloth: readonly ClothFill[]
}

/** The picture as SVG, at the size in which it is stored. */
export function paint({ scene, look: name, shape, cloth }: Picture, seed: number): string {
  const { width, height, scale } = shapes[shape]
  const look = looks[name]
  const body = scenes[scene]({ width, height, look, roll: dice(seed), cloth })
  const stops = look.sky.map((colour, nth) => `<stop offset="${nth / 2}" stop-color="${colour}"/>`)
  const veil =
    'veil' in look ? `<rect width="${width}" height="${height}" fill="${look.veil}" fill-opacity=".12"/>` : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}">
<defs>${fills}<linearGradient id="sky" x2="0" y2="1">${stops.join('')}</linearGradient></defs>${body}${veil}</svg>`
}
