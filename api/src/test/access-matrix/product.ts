import { everyone, forMembers, hidden, members, row, type Fixture, type Row } from './row.ts'

const tus = { 'tus-resumable': '1.0.0' }
const atUpload = async ({ owner, upload }: Fixture) => ({ at: { id: await upload(owner) }, headers: tus })
const changed = { own: members.replaceAll('200', '204'), foreign: hidden }
const withoutBody = (line: string) => line.replace('sus ban', '403 403')

export const productRows: Row[] = [
  row('GET /config', { any: everyone }),
  row('GET /health', { any: everyone }),
  row('GET /health/ready', { any: everyone }),
  row('POST /media/upload', { any: members }, async ({ pictureForm }) => ({ form: await pictureForm() })),
  row('POST /media/resumable', { any: members.replaceAll('200', '201') }, () => ({
    headers: { ...tus, 'upload-length': '10' },
  })),
  row('HEAD /media/resumable/:id', { own: withoutBody(members), foreign: withoutBody(hidden) }, atUpload),
  row('PATCH /media/resumable/:id', changed, async (fixture) => {
    const { at } = await atUpload(fixture)
    const headers = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
    return { at, headers, bytes: '12345' }
  }),
  row('DELETE /media/resumable/:id', changed, atUpload),
  row('GET /state', { any: members }),
  row('GET /state/lga/:id', { any: members }, () => ({ at: { id: 'NG-LA' } })),
  row('GET /genre', { any: members }),
  row('GET /search', { any: members }, ({ me }) => ({ query: { q: me.username, type: 'people' } })),
  row('GET /items', forMembers, async ({ owner, item }) => {
    await item(owner)
    return { query: { userId: owner.id } }
  }),
]
