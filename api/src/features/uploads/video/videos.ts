import { openFileView, UnreadableFile } from '#api/features/uploads/file-view.ts'
import { damagedError, type MediaKind } from '#api/features/uploads/media-kinds.ts'
import { cleanMp4, type VideoSize } from './mp4.ts'
import { cleanWebm } from './webm.ts'

/** Overwrites the metadata in the file itself. A file that cannot be inspected is rejected. */
export async function cleanVideo(path: string, kind: MediaKind): Promise<VideoSize> {
  const view = await openFileView(path)
  try {
    return await (kind.type === 'video/webm' ? cleanWebm(view) : cleanMp4(view))
  } catch (error) {
    throw error instanceof UnreadableFile ? damagedError(kind) : error
  } finally {
    await view.close()
  }
}
