/**
 * A reply that the handler has written as JSON itself, from parts that it has checked against the schema. It is sent in the
 * envelope unchanged. It works only for endpoints without a message.
 */
export class ReplyJson<T> {
  readonly json: string
  /** Tells the compiler which reply the JSON stands for. */
  readonly reply?: T

  constructor(json: string) {
    this.json = json
  }
}
