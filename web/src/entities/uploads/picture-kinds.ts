export type PictureKind = 'avatar' | 'header' | 'groupImage' | 'groupHeader'

type Kind = {
  /** The device crops it to this shape before the upload. */
  aspect: number
  width: number
  shape: 'avatar' | 'square' | 'header'
  label: string
  name: string
  whose: 'your' | 'the'
}

const square = { aspect: 1, width: 512 }
const wide = { aspect: 3, width: 1500, shape: 'header', label: 'Header picture' } as const

export const pictureKinds = {
  avatar: { ...square, shape: 'avatar', label: 'Avatar', name: 'avatar', whose: 'your' },
  header: { ...wide, name: 'header picture', whose: 'your' },
  groupImage: { ...square, shape: 'square', label: 'Picture', name: 'group picture', whose: 'the' },
  groupHeader: { ...wide, name: 'group header', whose: 'the' },
} as const satisfies Record<PictureKind, Kind>
