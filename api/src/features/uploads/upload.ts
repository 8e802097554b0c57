import { thumbnailSide, type Uploaded } from '@rootsquare/contract/uploads'
import type { Deps } from '#api/deps.ts'
import type { Part } from '#api/http/body/multipart.ts'
import { invalid } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { cleanAudio, exactKind } from './audio/audio.ts'
import { redraw, shrink } from './images.ts'
import { kindOf, notAccepted, type Kind } from './kinds.ts'
import { whileReceived, type Received } from './receive.ts'
import { storeMedia, type Made } from './store-media.ts'
import { cleanVideo } from './video/videos.ts'

export async function uploadMedia(deps: Deps, viewer: Viewer, parts: AsyncIterable<Part>): Promise<Uploaded> {
  return whileReceived(deps, parts, async (received) => {
    const kind = await exactKind(received)
    return storeMedia(deps, viewer.id, await makers[kind.is]({ ...received, kind }))
  })
}

const makers: Record<Kind['is'], (received: Received) => Promise<Made>> = {
  image: makeImage,
  video: makeVideo,
  audio: makeAudio,
}

/** For uses that accept pictures only. */
export async function uploadPicture(
  deps: Deps,
  viewer: Viewer,
  parts: AsyncIterable<Part>,
): Promise<Uploaded> {
  return whileReceived(deps, parts, async (received) => {
    if (received.kind.is !== 'image') throw invalid({ file: 'This must be a picture.' })
    return storeMedia(deps, viewer.id, await makeImage(received))
  })
}

/** A picture that no member has uploaded, in small. Only its first frame is stored. */
export async function storePicture(deps: Deps, bytes: Buffer, side: number): Promise<string> {
  const kind = await kindOf(bytes)
  if (kind.is !== 'image') throw notAccepted()
  const drawn = await redraw(bytes, kind, side)
  const content = await shrink(drawn, side)
  const { width, height } = drawn
  const made = { type: 'image/webp', content, bytes: content.length, width, height, thumbnail: null }
  return (await storeMedia(deps, null, made)).secure_url
}

async function makeImage({ path, kind }: Received): Promise<Made> {
  const picture = await redraw(path, kind)
  const { bytes: content, width, height } = picture
  const thumbnail = await shrink(picture, thumbnailSide)
  return { type: 'image/webp', content, bytes: content.length, width, height, thumbnail }
}

async function makeVideo({ path, kind, bytes, poster }: Received): Promise<Made> {
  const { width, height } = await cleanVideo(path, kind)
  const thumbnail = poster && (await posterOf(poster))
  return { type: kind.type, content: path, bytes, width, height, thumbnail }
}

async function makeAudio(received: Received): Promise<Made> {
  const durationMs = await cleanAudio(received)
  const { path, kind, bytes } = received
  return { type: kind.type, content: path, bytes, width: null, height: null, thumbnail: null, durationMs }
}

async function posterOf(poster: Buffer): Promise<Buffer> {
  const kind = await kindOf(poster)
  if (kind.is !== 'image') throw notAccepted()
  return (await redraw(poster, kind, thumbnailSide)).bytes
}
