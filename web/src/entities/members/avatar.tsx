import { useState } from 'react'
import { firstLetterOf } from '#web/lib/format/names.ts'
import classes from './avatar.module.css'

type AvatarProps = { name: string; image: string | null; size: number; className?: string | undefined }

/** Is always beside the name, so screen readers skip it. */
export function Avatar({ name, image, size, className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const shown = image === broken ? null : image
  const box = { width: size, height: size, fontSize: size * 0.38 }
  return (
    <span
      className={[`${classes.avatar} rigid clip circle bold`, className].join(' ')}
      style={box}
      data-initials={shown === null ? initialsOf(name) : undefined}
      aria-hidden="true"
    >
      {shown !== null && (
        <img
          src={shown}
          alt=""
          className="cover-picture"
          width={size}
          height={size}
          loading="lazy"
          onError={() => setBroken(shown)}
        />
      )}
    </span>
  )
}

/** Returns the first letters of the first two words. */
function initialsOf(name: string): string {
  return name.split(' ').map(firstLetterOf).slice(0, 2).join('').toUpperCase()
}
