import { Cloth, clothOf } from '#web/ui/layout/cloth.tsx'
import { Picture } from '#web/ui/media/picture.tsx'

type GroupPictureProps = { groupName: string; image: string | null; isSwatch?: boolean }

/** Shows the pattern of the group if its picture is missing or broken. The name next to it replaces alternative text. */
export function GroupPicture({ groupName, image, isSwatch = false }: GroupPictureProps) {
  const cloth = <Cloth cloth={clothOf(groupName)} isSwatch={isSwatch} className="cover-picture" />
  return <Picture src={image} alt="" fallback={cloth} />
}
