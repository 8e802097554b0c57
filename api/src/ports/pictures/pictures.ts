/** `source` is the path of a file or its bytes. */
export type PictureToDraw = {
  source: string | Uint8Array
  /** As sharp names it. */
  format: string
  /** The longer side of the result, which is never larger than the picture. */
  side: number
  /** The longer side of the thumbnail, or null for none. */
  thumbnailSide: number | null
  /** The longer side of the small form, which is made beside a thumbnail. */
  smallSide?: number
  maxPixels: number
  maxFrames: number
  /** Cuts the picture to exactly this size, as JPEG: programs that show links take no WebP. */
  card?: { width: number; height: number }
}

/** As WebP, and as AVIF if that is smaller. */
export type SmallPicture = { webp: Buffer; avif: Buffer | null }

export type Drawn = {
  bytes: Buffer
  width: number
  height: number
  thumbnail: Buffer | null
  small: SmallPicture | null
}

export type PictureFault = 'damaged' | 'too many pixels' | 'too many frames' | 'too complex'

/** The picture is at fault: it will not be drawn however often it is tried. */
export class UndrawablePicture extends Error {
  override name = 'UndrawablePicture'
  readonly fault: PictureFault

  constructor(fault: PictureFault) {
    super(`The picture is ${fault}.`)
    this.fault = fault
  }
}

/** The picture was not drawn, and may be tried again. */
export class PicturesBusy extends Error {
  override name = 'PicturesBusy'
}

/** Draws pictures of strangers anew. It runs apart from the server, so that no picture can take its time or memory. */
export type Pictures = {
  /** Only pixels remain, as WebP unless it is a card. Those with the same `sharer` are drawn one after another. */
  draw(picture: PictureToDraw, sharer: string): Promise<Drawn>
  close(): Promise<void>
}
