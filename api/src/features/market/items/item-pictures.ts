import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { isAtImageHost, notUploaded, claimOwnMedia } from '#api/domain/media-ownership.ts'
import { removeUnusedMedia } from '#api/features/uploads/unused-media.ts'
import { invalid } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

export type Picture = { url: string; thumbnail_url: string | null }
/** The first picture of an item, and its other pictures. */
export type Pictures = { first: Picture | null; rest: Picture[] }

/** The URLs in a request. An omitted field leaves the stored pictures, and null removes them. */
type PictureUrls = { imageUrl?: string; images?: string[] | null }
type Field = keyof PictureUrls

export const urlsOf = ({ first, rest }: Pictures) => (first ? [first, ...rest] : rest).map(({ url }) => url)

/**
 * Returns the new pictures of an item. Those that it did not show before must be the viewer's own, and are marked as in use so
 * that the sweeper does not delete them.
 */
export async function takePictures(
  deps: Deps & { tx: Tx },
  viewer: Viewer,
  { imageUrl, images }: PictureUrls,
  shown: Pictures = { first: null, rest: [] },
): Promise<Pictures> {
  const known = shown.first ? [shown.first, ...shown.rest] : shown.rest
  const take = async (field: Field, addresses: string[]) => {
    const unknown = addresses.filter((address) => !at(known, address))
    const own = await takeOwn(deps, viewer, field, unknown)
    return addresses.map((address) => at(known, address) ?? at(own, address) ?? atHost(address, field))
  }
  const [first = shown.first] = imageUrl === undefined ? [] : await take('imageUrl', [imageUrl])
  const rest = images === undefined ? shown.rest : await take('images', images ?? [])
  const urls = urlsOf({ first, rest })
  if (new Set(urls).size < urls.length)
    throw invalid({ [images ? 'images' : 'imageUrl']: 'This picture is there already.' })
  return { first, rest }
}

async function takeOwn(
  deps: Deps & { tx: Tx },
  viewer: Viewer,
  field: Field,
  addresses: string[],
): Promise<Picture[]> {
  const ours = addresses.filter((address) => !isAtImageHost(deps.settings, address))
  const own = await claimOwnMedia(deps, deps.tx, viewer.id, ours)
  if (ours.some((address) => !at(own, address))) throw notUploaded(field)
  if (own.some(({ type }) => !type.startsWith('image/'))) throw noPicture(field)
  return own.map(({ url, thumbnail_url }) => ({ url, thumbnail_url }))
}

function atHost(url: string, field: Field): Picture {
  if (new URL(url).pathname.split('/')[2] === 'video') throw noPicture(field)
  return { url, thumbnail_url: null }
}

const noPicture = (field: Field) => invalid({ [field]: 'This must be a picture.' })

const at = (pictures: Picture[], address: string) =>
  pictures.find(({ url, thumbnail_url }) => url === address || thumbnail_url === address)

export async function restOf(tx: Tx, itemId: number): Promise<Picture[]> {
  const images = tx.selectFrom('item_images').select(['url', 'thumbnail_url'])
  return images.where('item_id', '=', itemId).orderBy('position').execute()
}

/** Replaces all pictures of the item but the first. */
export async function putRest(tx: Tx, itemId: number, pictures: Picture[]): Promise<void> {
  await tx.deleteFrom('item_images').where('item_id', '=', itemId).execute()
  if (pictures.length === 0) return
  const rows = pictures.map((picture, index) => ({ item_id: itemId, position: index + 1, ...picture }))
  await tx.insertInto('item_images').values(rows).execute()
}

/** Releases the pictures that the item no longer shows. */
export async function releasePictures(tx: Tx, before: Pictures, after: Pictures): Promise<void> {
  const remaining = new Set(urlsOf(after))
  await removeUnusedMedia(
    tx,
    urlsOf(before).filter((url) => !remaining.has(url)),
  )
}
