import type { Deps } from '#api/deps.ts'

/** A command of the owner, in a file of its own and listed in commands.ts. */
export type Command = {
  name: string
  /** The names of its arguments. All are required. */
  args: readonly string[]
  about: string
  /** Checks the arguments and changes nothing. */
  plan(deps: Deps, args: readonly string[]): Promise<Plan>
}

type Plan = {
  /** Sentences that say what will be done. */
  what: string[]
  /** Does it, and returns what the owner must know. It checks again, because time has passed since the plan was made. */
  run(): Promise<string[]>
}

/** Ends a command with a sentence for the person who typed it. */
export class CannotRun extends Error {
  override name = 'CannotRun'
}
