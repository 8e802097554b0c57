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

export const pictureKinds = {
  avatar: { aspect: 1, width: 512, shape: 'avatar', label: 'Avatar', name: 'avatar', whose: 'your' },
  header: {
    aspect: 3,
    width: 1500,
    shape: 'header',
    label: 'Header picture',
    name: 'header picture',
    whose: 'your',
  },
  groupImage: {
    aspect: 1,
    width: 512,
    shape: 'square',
    label: 'Picture',
    name: 'group picture',
    whose: 'the',
  },
  groupHeader: {
    aspect: 3,
    width: 1500,
    shape: 'header',
    label: 'Header picture',
    name: 'group header',
    whose: 'the',
  },
} as const satisfies Record<PictureKind, Kind>
