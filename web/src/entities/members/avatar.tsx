import { firstLetterOf } from '#web/lib/format/names.ts'
import { Picture } from '#web/ui/media/picture.tsx'
import classes from './avatar.module.css'

type AvatarProps = { name: string; image: string | null; size: number; className?: string | undefined }

/** Is always beside the name, so screen readers skip it. */
export function Avatar({ name, image, size, className }: AvatarProps) {
  const box = { width: size, height: size }
  return (
    <span
      className={[`${classes.avatar} rigid clip circle bold`, className].join(' ')}
      style={{ ...box, fontSize: size * 0.38 }}
      aria-hidden="true"
    >
      <Picture
        src={image}
        isSmall
        alt=""
        {...box}
        loading="lazy"
        fallback={<span data-initials={initialsOf(name)} />}
      />
    </span>
  )
}

/** Returns the first letters of the first two words. */
function initialsOf(name: string): string {
  return name.split(' ').map(firstLetterOf).slice(0, 2).join('').toUpperCase()
}
