import { parseArgs } from 'node:util'
import { errorText } from '#api/error-text.ts'
import { BadSetting } from '#api/settings.ts'
import { CannotRun, type Command } from './command.ts'
import { findCommand, helpText, usageOf } from './commands.ts'
import { openExisting } from './open-existing.ts'

export type Terminal = {
  say(line: string): void
  printError(line: string): void
  /** Returns undefined if the input ends without an answer. */
  ask(question: string): Promise<string | undefined>
}

/** Runs the command in `args`, and returns the exit code of the process: 0 only if the command was carried out. */
export async function runAdmin(
  args: readonly string[],
  terminal: Terminal,
  environment: Record<string, string | undefined>,
): Promise<number> {
  try {
    const { positionals, values } = readArgs(args)
    const [name, ...rest] = positionals
    if (values.help) return sayAll(terminal, helpText())
    const command = requireCommand(name, rest)
    return (await carryOut({ command, args: rest, isConfirmed: values.yes === true }, terminal, environment))
      ? 0
      : 1
  } catch (error) {
    terminal.printError(`${error instanceof BadSetting ? 'Setting: ' : ''}${errorText(error)}`)
    return 1
  }
}

function readArgs(args: readonly string[]) {
  try {
    const options = { yes: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    throw new CannotRun([error instanceof Error ? error.message : '', '', ...helpText()].join('\n'))
  }
}

function sayAll({ say }: Terminal, lines: string[]): number {
  for (const line of lines) say(line)
  return 0
}

function requireCommand(name: string | undefined, args: string[]): Command {
  const command = findCommand(name)
  if (!command) {
    const first = name === undefined ? 'Name a command.' : `There is no command ${name}.`
    throw new CannotRun([first, '', ...helpText()].join('\n'))
  }
  if (args.length !== command.args.length)
    throw new CannotRun(`Usage: npm run admin -- ${usageOf(command)} [--yes]`)
  return command
}

type Request = { command: Command; args: string[]; isConfirmed: boolean }

async function carryOut(
  { command, args, isConfirmed }: Request,
  terminal: Terminal,
  environment: Record<string, string | undefined>,
): Promise<boolean> {
  const endings: (() => unknown)[] = []
  try {
    const deps = await openExisting(environment, terminal.say, endings)
    const { what, run } = await command.plan(deps, args)
    sayAll(terminal, what)
    if (!isConfirmed && !isYes(await terminal.ask('Go on? (yes/no) '))) {
      terminal.printError('Nothing was done.')
      return false
    }
    sayAll(terminal, await run())
    return true
  } finally {
    for (const end of endings.toReversed()) await end()
  }
}

const isYes = (answer: string | undefined) => /^\s*y(es)?\s*$/i.test(answer ?? '')
