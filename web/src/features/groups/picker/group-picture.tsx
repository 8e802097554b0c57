import { useState } from 'react'
import { Cloth, clothOf } from '#web/ui/layout/cloth.tsx'

type GroupPictureProps = { groupId: number; image: string | null; isSwatch?: boolean }

/** The group's own picture, or its cloth where there is none or it does not come. Always beside the name. */
export function GroupPicture({ groupId, image, isSwatch = false }: GroupPictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  if (image === null || image === broken) return <Cloth cloth={clothOf(groupId)} isSwatch={isSwatch} />
  return <img src={image} alt="" onError={() => setBroken(image)} />
}
