import { smallSide } from '@rootsquare/contract/lib/picture-forms'
import { thumbnailSide, type Uploaded } from '@rootsquare/contract/uploads'
import type { Deps } from '#api/deps.ts'
import type { Part } from '#api/http/body/multipart.ts'
import { invalid } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { cleanAudio, refineKind } from './audio/audio.ts'
import { reencodePicture } from './images.ts'
import { detectKind, notAcceptedError, type MediaKind } from './media-kinds.ts'
import { withReceivedFile, type Received } from './receive-file.ts'
import { storeMedia, type PreparedMedia } from './store-media.ts'
import { cleanVideo } from './video/videos.ts'

export async function uploadMedia(deps: Deps, viewer: Viewer, parts: AsyncIterable<Part>) {
  return withReceivedFile(deps, parts, async (received) => {
    const kind = await refineKind(received)
    return storeMedia(deps, viewer.id, await prepareByKind[kind.is](deps, viewer, { ...received, kind }))
  })
}

type Prepare = (deps: Deps, viewer: Viewer, received: Received) => Promise<PreparedMedia>

const prepareByKind: Record<MediaKind['is'], Prepare> = {
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
    return storeMedia(deps, viewer.id, await makeImage(deps, viewer, received))
  })
}

/** Stores a small version of a picture that no member has uploaded. Only its first frame is stored. */
export async function storePicture(deps: Deps, bytes: Buffer, side: number): Promise<string> {
  const kind = await detectKind(bytes)
  if (kind.is !== 'image') throw notAcceptedError()
  const from = { source: bytes, kind, ownerId: null }
  const drawn = await reencodePicture(deps, from, { side, thumbnailSide: side })
  const content = drawn.thumbnail ?? drawn.bytes
  const { width, height } = drawn
  const made = { type: 'image/webp', content, bytes: content.length, width, height, thumbnail: null }
  return (await storeMedia(deps, null, made)).secure_url
}

async function makeImage(deps: Deps, viewer: Viewer, { path, kind }: Received): Promise<PreparedMedia> {
  const from = { source: path, kind, ownerId: viewer.id }
  const { bytes: content, ...drawn } = await reencodePicture(deps, from, { thumbnailSide, smallSide })
  return { type: 'image/webp', content, bytes: content.length, ...drawn }
}

async function makeVideo(deps: Deps, viewer: Viewer, received: Received): Promise<PreparedMedia> {
  const { path, kind, bytes, poster } = received
  const { width, height } = await cleanVideo(path, kind)
  const forms = poster ? await posterOf(deps, viewer, poster) : { thumbnail: null, small: null }
  return { type: kind.type, content: path, bytes, width, height, ...forms }
}

async function makeAudio(_deps: Deps, _viewer: Viewer, received: Received): Promise<PreparedMedia> {
  const durationMs = await cleanAudio(received)
  const { path, kind, bytes } = received
  return { type: kind.type, content: path, bytes, width: null, height: null, thumbnail: null, durationMs }
}

async function posterOf(deps: Deps, viewer: Viewer, poster: Buffer) {
  const kind = await detectKind(poster)
  if (kind.is !== 'image') throw notAcceptedError()
  const from = { source: poster, kind, ownerId: viewer.id }
  const { thumbnail, small } = await reencodePicture(deps, from, { thumbnailSide, smallSide })
  return { thumbnail, small }
}
