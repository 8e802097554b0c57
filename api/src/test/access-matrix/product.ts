import { everyone, forMembers, members, row, type Row } from './row.ts'

export const productRows: Row[] = [
  row('GET /config', { any: everyone }),
  row('GET /health', { any: everyone }),
  row('GET /health/ready', { any: everyone }),
  row('POST /media/upload', { any: members }, async ({ pictureForm }) => ({ form: await pictureForm() })),
  row('GET /state', { any: members }),
  row('GET /state/lga/:id', { any: members }, () => ({ at: { id: 'NG-LA' } })),
  row('GET /genre', { any: members }),
  row('GET /search', { any: members }, ({ me }) => ({ query: { q: me.username, type: 'people' } })),
  row('GET /items', forMembers, async ({ owner, item }) => {
    await item(owner)
    return { query: { userId: owner.id } }
  }),
]
