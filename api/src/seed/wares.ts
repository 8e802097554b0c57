import { fills } from './scenes/stage.ts'
import type { ClothFill } from './scenes/stage.ts'
import { cap, folded, headTie, runner, shirt, stole, wrapperStack, zanna } from './wares/cloth.ts'
import type { Ware } from './wares/cloth.ts'
import { acha, catfish, crayfish, egusi, honey, kuliKuli, ogbono, partyTray } from './wares/food.ts'
import {
  basket,
  bowls,
  cards,
  drum,
  fan,
  leopard,
  lowStool,
  modelCanoe,
  plaque,
  prints,
  shekere,
  tray,
  udu,
  waterJar,
} from './wares/made.ts'
import { bangles, calabashSet, coralSet, glassBeads, keyHolders, pouffe, tote } from './wares/worn.ts'

type Choice = readonly [word: string, ware: Ware, first?: ClothFill, second?: ClothFill]

/** The first whose word is in the name. */
const byName: readonly Choice[] = [
  ['runner', runner, 'adire'],
  ['gele', headTie, 'asookeWine', 'asookeWine'],
  ['stole', stole, 'redBlack'],
  ['Okene', wrapperStack, 'okene', 'deepGreen'],
  ['nger', folded, 'okene', 'okene'],
  ['Pelete', wrapperStack, 'pelete', 'asookeIndigo'],
  ['Akwete', folded, 'akwete', 'akweteRed'],
  ['Adire', folded, 'adire', 'adireLight'],
  ['zanna', zanna],
  ['cap', cap, 'asooke'],
  ['senator', shirt, 'okene'],
  ['tote', tote, 'dagi'],
  ['pouffe', pouffe, 'dagi'],
  ['Key', keyHolders],
  ['bead strand', glassBeads],
  ['Coral', coralSet],
  ['bangle', bangles],
  ['brass tray', tray],
  ['leopard', leopard],
  ['plaque', plaque],
  ['stool', lowStool],
  ['canoe', modelCanoe],
  ['water jar', waterJar, 'uli'],
  ['bowls', bowls],
  ['Udu', udu, 'uli'],
  ['Calabash', calabashSet],
  ['basket', basket],
  ['fan', fan],
  ['Talking drum', drum, 'asooke'],
  ['Shekere', shekere],
  ['Acha', acha, 'asookeIndigo'],
  ['Kuli', kuliKuli, 'asooke'],
  ['crayfish', crayfish, 'adire'],
  ['egusi', egusi, 'akwete'],
  ['catfish', catfish],
  ['Ogbono', ogbono, 'uli'],
  ['Honey', honey, 'asooke'],
  ['Party tray', partyTray],
  ['cards', cards],
  ['photographs', prints],
]

/** What else the categories may hold, should the list of wares grow. */
const byCategory: Record<string, Choice> = {
  Clothing: ['', shirt, 'asooke'],
  Leather: ['', tote, 'dagi'],
  'Beads and jewellery': ['', glassBeads],
  'Metal and carving': ['', lowStool],
  Pottery: ['', waterJar, 'uli'],
  Home: ['', basket],
  Music: ['', drum, 'asooke'],
  Food: ['', acha, 'adire'],
  'Books and learning': ['', cards],
}

const grounds = [
  ['#E9E6F7', '#D8D3F0'],
  ['#FBE3D9', '#F6CDBB'],
  ['#F3E6D2', '#E7CFA8'],
  ['#E1EEEA', '#C3DDD6'],
  ['#FBE8C8', '#F7D795'],
  ['#EAF1DC', '#D3E2B8'],
  ['#E4EFE4', '#C8DFCB'],
] as const

/** An item as it stands on its tinted ground, as SVG. */
export function drawWare({ name, category }: { name: string; category: string }, place: number): string {
  const found = byName.find(([word]) => name.includes(word)) ?? byCategory[category]
  const [, ware, first, second]: Choice = found ?? ['', folded, 'adire', 'adireLight']
  const [ground, disc] = grounds[place % grounds.length] ?? grounds[0]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="720" viewBox="0 0 300 300"><defs>${fills}</defs>
<rect width="300" height="300" fill="${ground}"/><circle cx="150" cy="164" r="122" fill="${disc}"/><ellipse cx="150" cy="250" rx="100" ry="13" fill="#2A1B14" fill-opacity=".16"/>
${ware(`url(#${first ?? 'asooke'})`, `url(#${second ?? 'uli'})`)}</svg>`
}
