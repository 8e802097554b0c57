import { imageTypes, maxImageBytes } from '@rootsquare/contract/uploads'
import type { QueryClient } from '@tanstack/react-query'
import { Unfit, unfitKind, unfitReasons } from '#web/features/posts/composer/composer-files.ts'
import type { ComposerFile } from '#web/features/posts/composer/composer-files.ts'
import { videoPoster } from '#web/features/posts/media/video-poster.ts'
import { shrinkImage } from '#web/lib/media/shrink-image.ts'
import { configuration } from '#web/lib/net/configuration.ts'
import { upload } from '#web/lib/net/upload.ts'
import type { UploadedFile } from '#web/lib/net/upload.ts'

type SendOptions = {
  queryClient: QueryClient
  signal: AbortSignal
  report: (change: Partial<ComposerFile>) => void
}

const knownTypes: readonly string[] = imageTypes

/** Prepares a file and uploads it. This module is loaded with the first file that is chosen. */
export async function sendFile(
  entry: ComposerFile,
  source: File,
  options: SendOptions,
): Promise<UploadedFile> {
  const { queryClient, signal, report } = options
  const isPicture = entry.kind === 'image'
  const file = isPicture && !entry.isReady ? await shrinkPicture(source) : source
  const poster = isPicture ? null : await videoPoster(source)
  signal.throwIfAborted()
  report({ file, poster, isReady: true })
  const config = await queryClient.fetchQuery(configuration())
  const onProgress = (share: number) => report({ progress: { is: 'pending', share } })
  return upload(config.upload, { file, poster }, { signal, onProgress })
}

async function shrinkPicture(file: File): Promise<File> {
  const smaller = await shrinkImage(file)
  if (smaller.type !== '' && !knownTypes.includes(smaller.type)) throw new Unfit(unfitKind(file))
  if (smaller.size > maxImageBytes) throw new Unfit(unfitReasons.heavyImage)
  return smaller
}
