/**
 * A reply that the handler has written as JSON itself, from parts that it has checked against the schema. It is sent in the
 * envelope as it is. Only for endpoints without a message.
 */
export class ReplyJson<T> {
  readonly json: string
  /** Only for the compiler: the reply that the JSON stands for. */
  readonly reply?: T

  constructor(json: string) {
    this.json = json
  }
}
