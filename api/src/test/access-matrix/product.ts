import { everyone, forMembers, members, type Row } from './row.ts'

export const productRows: Row[] = [
  { call: 'GET /config', answers: { any: everyone } },
  { call: 'GET /health', answers: { any: everyone } },
  { call: 'GET /health/ready', answers: { any: everyone } },
  {
    call: 'POST /media/upload',
    answers: { any: members },
    request: async ({ pictureForm }) => ({ form: await pictureForm() }),
  },
  { call: 'GET /state', answers: { any: members } },
  { call: 'GET /state/lga/:id', answers: { any: members }, request: () => ({ at: { id: 'NG-LA' } }) },
  { call: 'GET /genre', answers: { any: members } },
  {
    call: 'GET /search',
    answers: { any: members },
    request: ({ me }) => ({ query: { q: me.username, type: 'people' } }),
  },
  {
    call: 'GET /items',
    answers: forMembers,
    request: async ({ owner, item }) => {
      await item(owner)
      return { query: { userId: owner.id } }
    },
  },
]
