import { sql, type RawBuilder } from 'kysely'
import { brand } from '@rootsquare/contract/product'
import type { Deps } from '#api/deps.ts'
import { canShowItems, visitor } from '#api/domain/visibility.ts'
import type { Preview } from '#api/http/page/preview.ts'
import { headOf, type SharedPage } from '#api/http/page/shared-page.ts'
import type { ReadSite } from '#api/http/page/site.ts'

/** Renders the card of a profile where the owner of the site allows it: a name and a picture, nothing that describes a person. */
export function memberPreview(deps: Deps, readSite: ReadSite): Preview {
  const find = finder(deps, readSite)
  return {
    pattern: /^\/u\/([\w.]{3,30})\/?$/i,
    async preview([, username = '']) {
      const member = await find(sql`lower(username) = lower(${username})`)
      return member ? { head: headOf(profileOf(member), deps.settings) } : null
    },
    card: { kind: 'member', findPicture: async (id) => (await find(sql`id = ${id}`))?.profile_image ?? null },
  }
}

/** Renders the card of a shop, which names its member. */
export function shopPreview(deps: Deps, readSite: ReadSite): Preview {
  const find = finder(deps, readSite)
  return {
    pattern: /^\/shop\/(\d{1,15})\/?$/i,
    async preview([, id]) {
      const member = await find(sql`id = ${Number(id)}`)
      return member ? { head: headOf(shopOf(member), deps.settings) } : null
    },
  }
}

type MemberCard = {
  id: number
  username: string
  firstname: string
  lastname: string
  profile_image: string | null
}

function finder({ db, clock }: Deps, readSite: ReadSite) {
  return async (which: RawBuilder<unknown>): Promise<MemberCard | undefined> => {
    if (!(await readSite()).shareCards.members) return undefined
    const { rows } = await sql<MemberCard>`
      select id, username, firstname, lastname, profile_image from members
      where ${which} and ${canShowItems(visitor, clock.now())}`.execute(db)
    return rows[0]
  }
}

const nameOf = ({ firstname, lastname }: MemberCard) => `${firstname} ${lastname}`

function profileOf(member: MemberCard): SharedPage {
  const name = nameOf(member)
  return {
    kind: 'member',
    id: member.id,
    path: `/u/${member.username}`,
    openGraphType: 'profile',
    title: `${name} (@${member.username}) on ${brand}`,
    description: `See the posts and items of ${name} on ${brand}.`,
    picture: pictureOf(member),
    properties: { 'profile:username': member.username },
    jsonLd: { '@type': 'ProfilePage', mainEntity: { '@type': 'Person', name } },
  }
}

function shopOf(member: MemberCard): SharedPage {
  const name = nameOf(member)
  return {
    kind: 'member',
    id: member.id,
    path: `/shop/${member.id}`,
    openGraphType: 'website',
    title: `The shop of ${name} on ${brand}`,
    description: `Buy from ${name} on ${brand}.`,
    picture: pictureOf(member),
    jsonLd: { '@type': 'CollectionPage', name: `The shop of ${name}` },
  }
}

const pictureOf = (member: MemberCard): SharedPage['picture'] =>
  member.profile_image === null ? null : { url: member.profile_image, alt: nameOf(member) }
