import { openView, Unreadable } from '#api/features/uploads/file-view.ts'
import { damaged, type Kind } from '#api/features/uploads/kinds.ts'
import { cleanMp4, type Size } from './mp4.ts'
import { cleanWebm } from './webm.ts'

/** Blanks metadata in the file itself. A file that cannot be inspected is rejected. */
export async function cleanVideo(path: string, kind: Kind): Promise<Size> {
  const view = await openView(path)
  try {
    return await (kind.type === 'video/webm' ? cleanWebm(view) : cleanMp4(view))
  } catch (error) {
    throw error instanceof Unreadable ? damaged(kind) : error
  } finally {
    await view.close()
  }
}
