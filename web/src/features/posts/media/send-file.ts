import type { QueryClient } from '@tanstack/react-query'
import type { ComposerFile } from '#web/features/posts/composer/composer-files.ts'
import { shrinkPicture } from '#web/features/posts/media/shrink-picture.ts'
import { videoPoster } from '#web/features/posts/media/video-poster.ts'
import { configuration } from '#web/lib/net/configuration.ts'
import { upload } from '#web/lib/net/upload.ts'
import type { Kept } from '#web/lib/net/upload.ts'

type Way = {
  queryClient: QueryClient
  signal: AbortSignal
  tell: (news: Partial<ComposerFile>) => void
}

/** Makes a file ready and sends it up. Loaded with the first one that is chosen. */
export async function sendFile(given: ComposerFile, source: File, way: Way): Promise<Kept> {
  const { queryClient, signal, tell } = way
  const isPicture = given.kind === 'image'
  const file = isPicture && !given.isReady ? await shrinkPicture(source) : source
  const poster = isPicture ? null : await videoPoster(source)
  signal.throwIfAborted()
  tell({ file, poster, isReady: true })
  const config = await queryClient.fetchQuery(configuration())
  const onProgress = (share: number) => tell({ progress: { is: 'pending', share } })
  return upload(config.upload, { file, poster }, { signal, onProgress })
}
