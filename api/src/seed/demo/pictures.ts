import { readFile } from 'node:fs/promises'
import type { Uploaded } from '@rootsquare/contract/uploads'
import type { Deps } from '#api/deps.ts'
import { storeMedia } from '#api/features/uploads/store-media.ts'
import type { InsertedItem } from './items.ts'
import type { Person } from './people.ts'
import type { InsertedPost } from './posts.ts'
import type { DemoPicture } from '../seed-files.ts'

export type PictureDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'log'>

const readAsset = (file: string) => readFile(new URL(`../assets/${file}.webp`, import.meta.url))

/** Stores a copy of a file in `assets` as an upload of its owner, who may delete it like any other. */
async function storePicture(
  deps: PictureDeps,
  ownerId: number,
  file: string,
  thumbnailFile?: string,
): Promise<Uploaded> {
  const content = await readAsset(file)
  // The package is loaded here, because most starts find the demo data in place.
  const { default: sharp } = await import('sharp')
  const { width, height } = await sharp(content).metadata()
  // Without a thumbnail, the file itself is small enough for the places where a thumbnail is shown.
  const thumbnail = thumbnailFile === undefined ? null : await readAsset(thumbnailFile)
  const stored = { type: 'image/webp', content, bytes: content.length, width, height, thumbnail }
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
      const { secure_url: url, width, height } = await storePicture(deps, post.authorId, file)
      const type = 'image' as const
      rows.push({ post_id: post.id, position: rows.length, url, type, width, height, alt })
    }
    if (rows.length > 0) await deps.db.insertInto('post_media').values(rows).execute()
  }
}

/** Returns the small version of a picture, because the marketplace shows twenty at once. */
export const smallOf = (picture: string) => picture.replace('items/', 'items/small/')

export async function storeItemPictures(deps: PictureDeps, items: InsertedItem[]): Promise<void> {
  for (const { id, sellerId, picture } of items) {
    const stored = await storePicture(deps, sellerId, picture, smallOf(picture))
    await deps.db
      .updateTable('items')
      .set({ image_url: stored.secure_url, thumbnail_url: stored.thumbnail_url })
      .where('id', '=', id)
      .execute()
  }
}
