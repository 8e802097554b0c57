import type { ComposerFile } from '#web/features/posts/composer-files.ts'
import { shrinkPicture } from '#web/features/posts/shrink-picture.ts'
import { videoPoster } from '#web/features/posts/video-poster.ts'

export type Prepared = { file: File; poster: File | null }

/** What goes up for a file. Loaded with the first one that is chosen. */
export async function prepareFile({ kind, isReady }: ComposerFile, file: File): Promise<Prepared> {
  if (kind === 'video') return { file, poster: await videoPoster(file) }
  return { file: isReady ? file : await shrinkPicture(file), poster: null }
}
