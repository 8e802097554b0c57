import { cloths } from './cloths.ts'
import type { ClothName } from './cloths.ts'
import { eachInTurn, hang } from './draw.ts'
import type { Studio } from './draw.ts'

type Person = { id: number; username: string }
type Column = 'profile_image' | 'header_image'

/** Some wear their cloth on the head, and two have not got round to a picture. */
const wearsWrap = new Set([
  'adaeze.n',
  'bose.akande',
  'hauwa.d',
  'ekaette.u',
  'falmata.k',
  'ene.ochigbo',
  'oyiza.s',
  'arit.effiom',
  'ibinabo.b',
  'aissatu.b',
])
const withoutPicture = new Set(['ndagi.yisa', 'pwaveno'])

/** Drawn portraits for the demo members, and a length of cloth above every second profile. */
export async function drawDemoPictures(deps: Studio, people: Person[]): Promise<void> {
  await eachInTurn([...people.entries()], async ([place, person]) => {
    if (!withoutPicture.has(person.username)) {
      await wear(deps, person, 'profile_image', portrait(place, wearsWrap.has(person.username)))
    }
    if (place % 2 === 0) await wear(deps, person, 'header_image', lengthOfCloth(place))
  })
}

async function wear(deps: Studio, person: Person, column: Column, svg: string): Promise<void> {
  const { secure_url } = await hang(deps, person.id, svg)
  await deps.db
    .updateTable('members')
    .set({ [column]: secure_url })
    .where('id', '=', person.id)
    .execute()
}

const names = ['asooke', 'adire', 'akwete', 'nok', 'dagi', 'uli'] as const satisfies ClothName[]
const skins = ['#6B3F26', '#4E2C1B', '#7D4E31', '#3D2216', '#5C3521']
const shirts = ['#2E2A86', '#A83A1F', '#1B6B45', '#B5832A', '#7A2F5C']
const grounds = ['#F7D795', '#D8D3F0', '#F6CDBB', '#C8DFCB', '#C3DDD6']

function pick<T>(list: readonly T[], place: number, otherwise: T): T {
  return list[place % list.length] ?? otherwise
}

function portrait(place: number, hasWrap: boolean): string {
  const skin = pick(skins, place * 2 + 1, '')
  const cloth = cloths[pick(names, place, 'adire')]('cloth')
  const hair = hasWrap
    ? '<path d="M11 28q0-24 21-24q22 0 21 22q4 4-3 6q-8-12-18-12q-11 0-17 11q-6 2-4-3z" fill="url(#cloth)"/>'
    : '<path d="M16 30q-2-22 16-22q18 0 16 22q-4-10-16-11q-12 1-16 11z" fill="#1B100B"/>'
  const shirt = hasWrap ? pick(shirts, place, '') : 'url(#cloth)'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="384" height="384" viewBox="0 0 64 64">
    <defs>${cloth.replace('<pattern ', '<pattern patternTransform="scale(.34)" ')}</defs>
    <rect width="64" height="64" fill="${pick(grounds, place * 3 + 2, '')}"/>
    <path d="M8 66q2-20 24-20t24 20z" fill="${shirt}"/>
    <path d="M26 40h12v10q-6 5-12 0z" fill="${skin}"/><ellipse cx="32" cy="30" rx="13.5" ry="16" fill="${skin}"/>
    ${hair}<circle cx="27" cy="31" r="1.6" fill="#120a07"/><circle cx="37" cy="31" r="1.6" fill="#120a07"/>
    <path d="M27 38.5q5 4 10 0" stroke="#FBEBDD" stroke-width="1.8" fill="none" stroke-linecap="round"/></svg>`
}

/** Hung in folds, as on a market stall. */
function lengthOfCloth(place: number): string {
  const cloth = cloths[pick(names, place / 2, 'adire')]('cloth')
  const folds = Array.from(
    { length: 6 },
    (_, nth) => `<rect x="${nth * 250}" width="250" height="500" fill="url(#fold)"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1500" height="500">
    <defs>${cloth.replace('<pattern ', '<pattern patternTransform="scale(1.5)" ')}
    <linearGradient id="fold"><stop offset="0" stop-opacity=".16"/>
    <stop offset=".5" stop-color="#fff" stop-opacity=".1"/><stop offset="1" stop-opacity=".16"/></linearGradient></defs>
    <rect width="1500" height="500" fill="url(#cloth)"/>${folds.join('')}</svg>`
}
