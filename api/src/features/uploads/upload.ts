import { thumbnailSide, type Uploaded } from '@rootsquare/contract/uploads'
import type { Deps } from '#api/deps.ts'
import type { Part } from '#api/http/body/multipart.ts'
import { invalid } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { cleanAudio, refineKind } from './audio/audio.ts'
import { reencodePicture, makeThumbnail } from './images.ts'
import { detectKind, notAcceptedError, type MediaKind } from './media-kinds.ts'
import { withReceivedFile, type Received } from './receive-file.ts'
import { storeMedia, type PreparedMedia } from './store-media.ts'
import { cleanVideo } from './video/videos.ts'

export async function uploadMedia(deps: Deps, viewer: Viewer, parts: AsyncIterable<Part>) {
  return withReceivedFile(deps, parts, async (received) => {
    const kind = await refineKind(received)
    return storeMedia(deps, viewer.id, await prepareByKind[kind.is]({ ...received, kind }))
  })
}

const prepareByKind: Record<MediaKind['is'], (received: Received) => Promise<PreparedMedia>> = {
  image: makeImage,
  video: makeVideo,
  audio: makeAudio,
}

/** Uploads a picture, where other media are not accepted. */
export async function uploadPicture(
  deps: Deps,
  viewer: Viewer,
  parts: AsyncIterable<Part>,
): Promise<Uploaded> {
  return withReceivedFile(deps, parts, async (received) => {
    if (received.kind.is !== 'image') throw invalid({ file: 'This must be a picture.' })
    return storeMedia(deps, viewer.id, await makeImage(received))
  })
}

/** Stores a small version of a picture that no member has uploaded. Only its first frame is stored. */
export async function storePicture(deps: Deps, bytes: Buffer, side: number): Promise<string> {
  const kind = await detectKind(bytes)
  if (kind.is !== 'image') throw notAcceptedError()
  const drawn = await reencodePicture(bytes, kind, side)
  const content = await makeThumbnail(drawn, side)
  const { width, height } = drawn
  const made = { type: 'image/webp', content, bytes: content.length, width, height, thumbnail: null }
  return (await storeMedia(deps, null, made)).secure_url
}

async function makeImage({ path, kind }: Received): Promise<PreparedMedia> {
  const picture = await reencodePicture(path, kind)
  const { bytes: content, width, height } = picture
  const thumbnail = await makeThumbnail(picture, thumbnailSide)
  return { type: 'image/webp', content, bytes: content.length, width, height, thumbnail }
}

async function makeVideo({ path, kind, bytes, poster }: Received): Promise<PreparedMedia> {
  const { width, height } = await cleanVideo(path, kind)
  const thumbnail = poster && (await posterOf(poster))
  return { type: kind.type, content: path, bytes, width, height, thumbnail }
}

async function makeAudio(received: Received): Promise<PreparedMedia> {
  const durationMs = await cleanAudio(received)
  const { path, kind, bytes } = received
  return { type: kind.type, content: path, bytes, width: null, height: null, thumbnail: null, durationMs }
}

async function posterOf(poster: Buffer): Promise<Buffer> {
  const kind = await detectKind(poster)
  if (kind.is !== 'image') throw notAcceptedError()
  return (await reencodePicture(poster, kind, thumbnailSide)).bytes
}
