import { readFile } from 'node:fs/promises'
import type { Uploaded } from '@rootsquare/contract/uploads'
import type { Deps } from '#api/deps.ts'
import { storeMedia } from '#api/features/uploads/store-media.ts'
import type { InsertedItem } from './items.ts'
import type { Person } from './people.ts'
import type { InsertedPost } from './posts.ts'
import type { DemoPicture } from '../seed-files.ts'

export type PictureDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'log'>

const readAsset = (file: string) => readFile(new URL(`../assets/${file}`, import.meta.url))

/**
 * Stores a copy of a file in `assets` as an upload of its owner, who may delete it like any other. Its forms are files too,
 * because to draw them takes seconds of the first start.
 */
async function storePicture(
  deps: PictureDeps,
  ownerId: number,
  file: string,
  forms: ('thumbnail' | 'small')[] = [],
): Promise<Uploaded> {
  const content = await readAsset(`${file}.webp`)
  // The package is loaded here, because most starts find the demo data in place.
  const { default: sharp } = await import('sharp')
  const { width, height } = await sharp(content).metadata()
  const webp = forms.length === 0 ? null : await readAsset(`${smallOf(file)}.webp`)
  // Where AVIF would not be smaller there is none.
  const avif = webp && (await readAsset(`${smallOf(file)}.avif`).catch(() => null))
  const small = webp && { webp, avif }
  // Without a thumbnail, the file itself is small enough for the places where a thumbnail is shown.
  const thumbnail = forms.includes('thumbnail') ? webp : null
  const stored = { type: 'image/webp', content, bytes: content.length, width, height, thumbnail, small }
  return storeMedia(deps, ownerId, stored)
}

export async function storeMemberPictures(deps: PictureDeps, people: Person[]): Promise<void> {
  for (const { id, portrait, header } of people) {
    const profileImage = portrait && (await storePicture(deps, id, portrait)).secure_url
    const headerImage = header && (await storePicture(deps, id, header)).secure_url
    if (!profileImage && !headerImage) continue
    await deps.db
      .updateTable('members')
      .set({ profile_image: profileImage, header_image: headerImage })
      .where('id', '=', id)
      .execute()
  }
}

/** Adds all pictures of a post at once, when their files are stored. */
export async function storePostPictures(
  deps: PictureDeps,
  posts: InsertedPost[],
  pictures: DemoPicture[],
): Promise<void> {
  for (const post of posts) {
    const rows = []
    for (const { file, alt } of pictures.filter((picture) => picture.post === post.index)) {
      const { secure_url: url, width, height } = await storePicture(deps, post.authorId, file, ['small'])
      const type = 'image' as const
      rows.push({ post_id: post.id, position: rows.length, url, type, width, height, alt })
    }
    if (rows.length > 0) await deps.db.insertInto('post_media').values(rows).execute()
  }
}

/** Returns the name of the small forms of a picture. */
export const smallOf = (picture: string) => picture.replace('/', '/small/')

export async function storeItemPictures(deps: PictureDeps, items: InsertedItem[]): Promise<void> {
  for (const { id, sellerId, picture } of items) {
    const stored = await storePicture(deps, sellerId, picture, ['thumbnail', 'small'])
    await deps.db
      .updateTable('items')
      .set({ image_url: stored.secure_url, thumbnail_url: stored.thumbnail_url })
      .where('id', '=', id)
      .execute()
  }
}
