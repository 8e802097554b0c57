type Size = { width: number; height: number }
/** The part of a picture that is used, in the picture's own pixels. */
export type Frame = Size & { x: number; y: number }
export type Point = { x: number; y: number }

export const maxZoom = 8

/** Returns the largest frame of this shape, in the middle. */
export function largestFrame(picture: Size, aspect: number): Frame {
  const width = Math.min(picture.width, picture.height * aspect)
  const height = width / aspect
  return { width, height, x: (picture.width - width) / 2, y: (picture.height - height) / 2 }
}

export function zoomOf(frame: Frame, picture: Size): number {
  return largestFrame(picture, frame.width / frame.height).width / frame.width
}

/** Moves the frame. `by` is a share of the frame's size, so that a step looks the same at every zoom. */
export function moveFrame(frame: Frame, picture: Size, by: Point): Frame {
  return clamped({ ...frame, x: frame.x + by.x * frame.width, y: frame.y + by.y * frame.height }, picture)
}

/** Zooms the frame. The point `at` (shares of the frame) stays where it is on the screen. */
export function zoomFrame(frame: Frame, picture: Size, zoom: number, at: Point = { x: 0.5, y: 0.5 }): Frame {
  const aspect = frame.width / frame.height
  const width = largestFrame(picture, aspect).width / Math.min(maxZoom, Math.max(1, zoom))
  const height = width / aspect
  const x = frame.x + (frame.width - width) * at.x
  const y = frame.y + (frame.height - height) * at.y
  return clamped({ width, height, x, y }, picture)
}

/** Keeps the frame inside the picture. */
function clamped(frame: Frame, picture: Size): Frame {
  return {
    ...frame,
    x: Math.min(Math.max(0, frame.x), picture.width - frame.width),
    y: Math.min(Math.max(0, frame.y), picture.height - frame.height),
  }
}
