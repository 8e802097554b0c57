import { useState } from 'react'
import { Cloth, clothOf } from '#web/ui/layout/cloth.tsx'

type GroupPictureProps = { groupName: string; image: string | null; isSwatch?: boolean }

/** The pattern of the group replaces a missing or broken picture. The name is always next to it, so there is no alternative text. */
export function GroupPicture({ groupName, image, isSwatch = false }: GroupPictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  if (image === null || image === broken)
    return <Cloth cloth={clothOf(groupName)} isSwatch={isSwatch} className="cover" />
  return <img src={image} alt="" className="cover" onError={() => setBroken(image)} />
}
