import { useState } from 'react'
import { Cloth, clothOf } from '#web/ui/layout/cloth.tsx'

type GroupPictureProps = { groupName: string; image: string | null; isSwatch?: boolean }

/** Shows the pattern of the group if its picture is missing or broken. The name next to it replaces alternative text. */
export function GroupPicture({ groupName, image, isSwatch = false }: GroupPictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  if (image === null || image === broken)
    return <Cloth cloth={clothOf(groupName)} isSwatch={isSwatch} className="cover-picture" />
  return <img src={image} alt="" className="cover-picture" onError={() => setBroken(image)} />
}
