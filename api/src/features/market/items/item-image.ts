import type { Item } from '@rootsquare/contract/market'
import type { Deps } from '#api/deps.ts'
import { uploadPicture } from '#api/features/uploads/upload.ts'
import type { Part } from '#api/http/body/multipart.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { requireOwnItem, updateItem } from './update-item.ts'

/** A file, or the address of one that was uploaded before. */
type Sent = { body?: { imageUrl: string }; parts?: AsyncIterable<Part> }

export async function changeItemImage(
  deps: Deps,
  viewer: Viewer,
  id: number,
  { body, parts }: Sent,
): Promise<Item> {
  // Checked before the file is read, because only the seller may store one.
  await requireOwnItem(deps, viewer, id)
  const imageUrl = parts ? (await uploadPicture(deps, viewer, parts)).secure_url : body?.imageUrl
  return updateItem(deps, viewer, id, { imageUrl })
}
