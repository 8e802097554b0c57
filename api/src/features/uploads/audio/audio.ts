import { maxAudioSeconds } from '@rootsquare/contract/uploads'
import { openView, Unreadable, type View } from '#api/features/uploads/file-view.ts'
import { damaged, limitOf, notAccepted, tooLarge } from '#api/features/uploads/kinds.ts'
import type { Kind, Sound } from '#api/features/uploads/kinds.ts'
import { cleanMp4 } from '#api/features/uploads/video/mp4.ts'
import { cleanWebm } from '#api/features/uploads/video/webm.ts'
import { invalid } from '#api/http/api-error.ts'
import { cleanMp3 } from './mp3-sound.ts'
import { soundInMp4 } from './mp4-sound.ts'
import { cleanOgg } from './ogg-sound.ts'
import { soundInWebm } from './webm-sound.ts'

type File = { path: string; kind: Kind; bytes: number }

const containers: Record<string, string> = { 'video/webm': 'audio/webm', 'video/mp4': 'audio/mp4' }

/** A WebM or MP4 without pictures is audio, which its first bytes do not show. */
export async function exactKind({ path, kind }: File): Promise<Kind> {
  const type = containers[kind.type]
  if (type === undefined) return kind
  const audio: Kind = { is: 'audio', type }
  // What is damaged is rejected later, in the words for a video.
  const sound = await whileOpen(path, (view) => soundIn(view, type).catch(() => null))
  return sound === null ? kind : audio
}

/** Blanks metadata in the file itself, and returns how long it plays, in milliseconds. */
export async function cleanAudio({ path, kind, bytes }: File): Promise<number> {
  if (bytes > limitOf(kind)) throw tooLarge(kind)
  const sound = await whileOpen(path, (view) => cleanSound(view, kind)).catch((error: unknown) => {
    throw error instanceof Unreadable ? damaged(kind) : error
  })
  if (!sound.isAccepted) throw notAccepted()
  if (!(sound.durationMs > 0)) throw damaged(kind)
  if (sound.durationMs > maxAudioSeconds * 1000)
    throw invalid({ file: 'A voice note may have at most 5 minutes.' }, 'TOO_LONG')
  return Math.max(1, Math.round(sound.durationMs))
}

async function cleanSound(view: View, { type }: Kind): Promise<Sound> {
  if (type === 'audio/ogg') return cleanOgg(view)
  if (type === 'audio/mpeg') return cleanMp3(view)
  const sound = await soundIn(view, type)
  if (sound === null) throw new Unreadable('no sound')
  await (type === 'audio/webm' ? cleanWebm(view) : cleanMp4(view))
  return sound
}

const soundIn = (view: View, type: string) => (type === 'audio/webm' ? soundInWebm(view) : soundInMp4(view))

async function whileOpen<T>(path: string, work: (view: View) => Promise<T>): Promise<T> {
  const view = await openView(path)
  try {
    return await work(view)
  } finally {
    await view.close()
  }
}
