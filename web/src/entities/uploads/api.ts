import type { Config } from '@rootsquare/contract/product'
import { avatarPreset } from '@rootsquare/contract/uploads'
import { useQueryClient } from '@tanstack/react-query'
import { configuration } from '#web/lib/net/configuration.ts'
import { isOwn, upload } from '#web/lib/net/upload.ts'
import type { UploadTarget } from '#web/lib/net/upload.ts'
import type { PictureKind } from '#web/entities/uploads/picture-kinds.ts'

type UploadWatch = { onProgress: (share: number) => void; signal: AbortSignal }

/** Resolves to the address of the picture. */
export function useUploadPicture() {
  const queryClient = useQueryClient()
  return async (kind: PictureKind, file: File, watch: UploadWatch): Promise<string> => {
    const config = await queryClient.fetchQuery(configuration())
    return (await upload(targetFor(kind, config), { file }, watch)).url
  }
}

/** Our own server knows a stricter preset for avatars; an image host only knows the one it was given. */
function targetFor(kind: PictureKind, { upload: { url, preset } }: Config): UploadTarget {
  return { url, preset: kind === 'avatar' && isOwn(url) ? avatarPreset : preset }
}
