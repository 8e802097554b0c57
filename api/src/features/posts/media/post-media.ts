import type { Insertable } from 'kysely'
import type { NewMedium } from '@rootsquare/contract/posts'
import type { Tx } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import type { Deps } from '#api/deps.ts'
import { isAtImageHost, notUploaded, claimOwnMedia, type OwnMedium } from '#api/domain/media-ownership.ts'
import { invalid } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

type Medium = Omit<Insertable<Tables['post_media']>, 'post_id' | 'position'>

const field = 'postImageDTO'

/**
 * Returns the stored pictures and videos of a new post, and marks them as used so that the sweeper does not delete them.
 */
export async function claimPostMedia(
  deps: Deps & { tx: Tx },
  viewer: Viewer,
  newMedia: NewMedium[],
): Promise<Medium[]> {
  const urls = newMedia.flatMap(({ postImage, thumbnail }) =>
    thumbnail ? [postImage, thumbnail] : [postImage],
  )
  const ours = urls.filter((url) => !isAtImageHost(deps.settings, url))
  const own = await claimOwnMedia(deps, deps.tx, viewer.id, ours)
  if (ours.some((url) => !ownOf(own, url))) throw notUploaded(field)
  if (own.some(({ type }) => type.startsWith('audio/')))
    throw invalid({ [field]: 'A post can have pictures and videos, not audio.' })
  const media = newMedia.map((medium) => shaped(deps, own, medium))
  if (new Set(media.map(({ url }) => url)).size < media.length) {
    throw invalid({ [field]: 'This picture is in the post already.' })
  }
  return media
}

const ownOf = (own: OwnMedium[], address: string) =>
  own.find(({ url, thumbnail_url }) => url === address || thumbnail_url === address)

function shaped({ settings }: Deps, own: OwnMedium[], { postImage, thumbnail, alt }: NewMedium): Medium {
  const stored = ownOf(own, postImage)
  if (stored) {
    const { url, thumbnail_url, width, height } = stored
    const type = stored.type.startsWith('video/') ? 'video' : 'image'
    return { url, thumbnail_url, type, width, height, alt: alt || null }
  }
  return {
    url: postImage,
    // The sweeper would delete a file of our own if it were the thumbnail of an external file.
    thumbnail_url: thumbnail && isAtImageHost(settings, thumbnail) ? thumbnail : null,
    type: new URL(postImage).pathname.split('/')[2] === 'video' ? 'video' : 'image',
    width: null,
    height: null,
    alt: alt || null,
  }
}
