export type PictureKind = 'avatar' | 'header'

/** What each is cut to on the device before it goes up. */
export const pictureKinds = {
  avatar: { aspect: 1, width: 512 },
  header: { aspect: 3, width: 1500 },
} as const satisfies Record<PictureKind, { aspect: number; width: number }>

export const uploadFailed = 'Image upload failed'
