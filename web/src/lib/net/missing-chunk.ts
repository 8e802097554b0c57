/** A part of the code could not be loaded: there is no connection, or a new version has replaced it. */
export class MissingChunk extends Error {
  constructor(cause: unknown) {
    super('A part of this page did not arrive.', { cause })
    this.name = 'MissingChunk'
  }
}
