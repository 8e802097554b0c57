import { parseMarkup, type Block } from '@rootsquare/contract/lib/markup'
import type { Group } from '@rootsquare/contract/groups'
import type { SectionName } from '@rootsquare/contract/sections'
import Music from 'lucide-react/icons/music'
import Palette from 'lucide-react/icons/palette'
import PartyPopper from 'lucide-react/icons/party-popper'
import ScrollText from 'lucide-react/icons/scroll-text'
import UsersRound from 'lucide-react/icons/users-round'
import Utensils from 'lucide-react/icons/utensils'
import { Cloth, clothOf } from '#web/ui/layout/cloth.tsx'
import { Icon, type Glyph } from '#web/ui/layout/icon.tsx'
import { Picture } from '#web/ui/media/picture.tsx'
import classes from './section-stories.module.css'

const icons: Record<SectionName, Glyph> = {
  About: UsersRound,
  History: ScrollText,
  Culture: Music,
  'Art & Craft': Palette,
  Diet: Utensils,
  Festivals: PartyPopper,
}

export type TextPicture = Extract<Block, { type: 'picture' }>

export function firstPictureIn(text: string): TextPicture | undefined {
  return parseMarkup(text).find((block) => block.type === 'picture')
}

/** Returns the picture that a text begins with. It is shown above the title then, and not again below it. */
export function openingPictureOf(text: string): TextPicture | undefined {
  const [first] = parseMarkup(text)
  return first?.type === 'picture' ? first : undefined
}

type SectionPictureProps = { group: Group; name: SectionName; picture: TextPicture | undefined }

/** Shows a picture of the section. Without one, it is the cover for About and the cloth of the group for the others. */
export function SectionPicture({ group, name, picture }: SectionPictureProps) {
  const src = picture?.url ?? (name === 'About' ? group.header : null)
  const cloth = (
    <>
      <Cloth cloth={clothOf(group.name)} className="cover-picture" />
      <span className={`center-content circle on-surface color-primary ${classes.icon}`}>
        <Icon of={icons[name]} size="l" />
      </span>
    </>
  )
  return <Picture src={src} alt={picture?.alt ?? ''} fallback={cloth} />
}
