import type { NewMessage } from '@rootsquare/contract/messages'
import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { isAtImageHost, notUploaded, claimOwnMedia, type OwnMedium } from '#api/domain/media-ownership.ts'
import { invalid } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import type { MediumRow } from './message-rows.ts'

const field = 'media'
const noSize = { width: null, height: null, duration_ms: null }

/** Returns the stored files of a new message, and marks them as used so that the sweeper does not delete them. */
export async function claimMessageMedia(
  deps: Deps,
  tx: Tx,
  viewer: Viewer,
  newMedia: NewMessage['media'],
): Promise<MediumRow[]> {
  const urls = newMedia.map(({ url }) => url)
  const ours = urls.filter((url) => !isAtImageHost(deps.settings, url))
  const own = await claimOwnMedia(deps, tx, viewer.id, ours)
  const media = urls.map((url) => (ours.includes(url) ? storedRow(own, url) : hostedRow(url)))
  if (new Set(media.map(({ url }) => url)).size < media.length)
    throw invalid({ [field]: 'This file is in the message already.' })
  return media
}

function storedRow(own: OwnMedium[], address: string): MediumRow {
  const stored = own.find(({ url, thumbnail_url }) => url === address || thumbnail_url === address)
  if (!stored) throw notUploaded(field)
  const { url, thumbnail_url, width, height, duration_ms } = stored
  const type = stored.type.startsWith('audio/') ? 'audio' : 'image'
  if (stored.type.startsWith('video/')) throw noVideo()
  return { url, thumbnail_url, type, width, height, duration_ms }
}

/** Builds the row of a file at the image host of the operator, whose path distinguishes pictures and videos. */
function hostedRow(url: string): MediumRow {
  if (new URL(url).pathname.split('/')[2] === 'video') throw noVideo()
  return { url, thumbnail_url: null, type: 'image', ...noSize }
}

const noVideo = () => invalid({ [field]: 'A message can have pictures and voice notes, not videos.' })
