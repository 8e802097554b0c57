import { maxAudioSeconds } from '@rootsquare/contract/uploads'
import { openFileView, UnreadableFile, type FileView } from '#api/features/uploads/file-view.ts'
import {
  damagedError,
  sizeLimitOf,
  notAcceptedError,
  tooLargeError,
} from '#api/features/uploads/media-kinds.ts'
import type { MediaKind, SoundInfo } from '#api/features/uploads/media-kinds.ts'
import { cleanMp4 } from '#api/features/uploads/video/mp4.ts'
import { cleanWebm } from '#api/features/uploads/video/webm.ts'
import { invalid } from '#api/http/api-error.ts'
import { cleanMp3 } from './mp3-sound.ts'
import { readMp4Sound } from './mp4-sound.ts'
import { cleanOgg } from './ogg-sound.ts'
import { readWebmSound } from './webm-sound.ts'

type AudioFile = { path: string; kind: MediaKind; bytes: number }

const containers: Record<string, string> = { 'video/webm': 'audio/webm', 'video/mp4': 'audio/mp4' }

/** Returns audio for a WebM or MP4 without pictures, which its first bytes do not show. */
export async function refineKind({ path, kind }: AudioFile): Promise<MediaKind> {
  const type = containers[kind.type]
  if (type === undefined) return kind
  const audio: MediaKind = { is: 'audio', type }
  // A damaged file is rejected later, with the error text for a video.
  const sound = await withOpenFile(path, (view) => readSound(view, type).catch(() => null))
  return sound === null ? kind : audio
}

/** Overwrites the metadata in the file itself, and returns its length in milliseconds. */
export async function cleanAudio({ path, kind, bytes }: AudioFile): Promise<number> {
  if (bytes > sizeLimitOf(kind)) throw tooLargeError(kind)
  const sound = await withOpenFile(path, (view) => cleanSound(view, kind)).catch((error: unknown) => {
    throw error instanceof UnreadableFile ? damagedError(kind) : error
  })
  if (!sound.isAccepted) throw notAcceptedError()
  if (!(sound.durationMs > 0)) throw damagedError(kind)
  if (sound.durationMs > maxAudioSeconds * 1000)
    throw invalid({ file: 'A voice note may have at most 5 minutes.' }, 'TOO_LONG')
  return Math.max(1, Math.round(sound.durationMs))
}

async function cleanSound(view: FileView, { type }: MediaKind): Promise<SoundInfo> {
  if (type === 'audio/ogg') return cleanOgg(view)
  if (type === 'audio/mpeg') return cleanMp3(view)
  const sound = await readSound(view, type)
  if (sound === null) throw new UnreadableFile('no sound')
  await (type === 'audio/webm' ? cleanWebm(view) : cleanMp4(view))
  return sound
}

const readSound = (view: FileView, type: string) =>
  type === 'audio/webm' ? readWebmSound(view) : readMp4Sound(view)

async function withOpenFile<T>(path: string, work: (view: FileView) => Promise<T>): Promise<T> {
  const view = await openFileView(path)
  try {
    return await work(view)
  } finally {
    await view.close()
  }
}
