import type { Command } from './command.ts'
import { resetPassword } from './reset-password.ts'
import { setEmail } from './set-email.ts'

export const commands: readonly Command[] = [resetPassword, setEmail]

export const findCommand = (name: string | undefined) => commands.find((command) => command.name === name)

export const usageOf = ({ name, args }: Command) => [name, ...args.map((arg) => `<${arg}>`)].join(' ')

export function helpText(): string[] {
  const width = Math.max(...commands.map((command) => usageOf(command).length))
  return [
    'Usage: npm run admin -- <command> [--yes]   (in the image: node admin.mjs <command> [--yes])',
    '',
    ...commands.map((command) => `  ${usageOf(command).padEnd(width)}  ${command.about}`),
    '',
    'Each command says what it will do, and asks first unless --yes is there. It works while the product runs and while it',
    'does not, with the settings of the product. <user> is a username or an e-mail address.',
  ]
}
