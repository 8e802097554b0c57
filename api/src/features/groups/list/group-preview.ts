import { brand } from '@rootsquare/contract/product'
import type { Group } from '@rootsquare/contract/groups'
import type { Deps } from '#api/deps.ts'
import type { Preview } from '#api/http/page/preview.ts'
import { headOf, type SharedPage } from '#api/http/page/shared-page.ts'
import type { ReadSite } from '#api/http/page/site.ts'
import { getGroup } from './groups.ts'

/** Renders the card of a group, which everybody may see unless the owner of the site has switched it off. */
export function groupPreview({ db, settings }: Deps, readSite: ReadSite): Preview {
  const isShown = async () => (await readSite()).shareCards.groups
  return {
    pattern: /^\/group\/(\d{1,15})(?:\/[a-z]+)?\/?$/i,
    async preview([, id]) {
      if (!(await isShown())) return null
      return { head: headOf(pageOf(await getGroup(db, Number(id))), settings) }
    },
    card: {
      kind: 'group',
      findPicture: async (id) => ((await isShown()) ? pictureOf(await getGroup(db, id)) : null),
    },
  }
}

const pictureOf = ({ header, image }: Group) => header ?? image
const numbers = new Intl.NumberFormat('en-NG')

function pageOf(group: Group): SharedPage {
  const { id, name, users } = group
  const picture = pictureOf(group)
  const count = users === 1 ? '1 member' : `${numbers.format(users)} members`
  return {
    kind: 'group',
    id,
    path: `/group/${id}`,
    openGraphType: 'website',
    title: `${name} on ${brand}`,
    description: `${count} meet in the group ${name}. Join them on ${brand}.`,
    picture: picture === null ? null : { url: picture, alt: `The group ${name}` },
    jsonLd: { '@type': 'WebPage', name },
  }
}
