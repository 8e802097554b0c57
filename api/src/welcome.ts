import { demoLogins, demoPassword } from './seed/demo.ts'
import type { Settings } from './settings.ts'

type Ready = { settings: Settings; url: string; created: { username: string; password: string } | null }

/** What a person needs to know once everything runs. */
export function welcome(say: (line: string) => void, { settings, url, created }: Ready): void {
  const address = settings.publicUrl.includes('//localhost')
    ? url.replace('127.0.0.1', 'localhost')
    : settings.publicUrl
  say('')
  say(`  Rootsquare is ready:  ${address}`)
  if (settings.isDemo) {
    say('')
    say(`  Demo log-ins (password ${demoPassword}):`)
    for (const { username, what } of demoLogins) say(`    ${username.padEnd(18)} ${what}`)
  }
  if (created) {
    say('')
    say(`  Super admin, shown this once:  ${created.username}  ${created.password}`)
  }
  if (!settings.smtpUrl) say(`\n  Mails are written to ${settings.dataDir}/outbox`)
  say('  Ctrl-C stops it.\n')
}
