/** A part of the app's own code did not arrive: the line is down, or a new version has moved it. */
export class MissingChunk extends Error {
  constructor(cause: unknown) {
    super('A part of this page did not arrive.', { cause })
    this.name = 'MissingChunk'
  }
}
