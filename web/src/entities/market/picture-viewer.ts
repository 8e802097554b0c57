/**
 * The props of a viewer for pictures of an item or a review. The page passes it in, because it belongs to another
 * feature.
 */
export type PictureViewerProps = {
  pictures: string[]
  first: number
  name: string
  by: string
  onClose: () => void
}
