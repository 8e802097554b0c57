import { demoLogins, demoPassword } from '#api/seed/demo.ts'
import type { Settings } from './settings.ts'

/** What a person needs to know once everything runs. */
export function welcome(say: (line: string) => void, settings: Settings, url: string): void {
  const isLocal = settings.publicUrl.includes('//localhost')
  say('')
  say(`  Rootsquare is ready:  ${isLocal ? url.replace('127.0.0.1', 'localhost') : settings.publicUrl}`)
  if (settings.isDemo) {
    say('')
    say(`  Demo log-ins (password ${demoPassword}):`)
    for (const { username, what } of demoLogins) say(`    ${username.padEnd(18)} ${what}`)
  }
  if (!settings.smtpUrl) say(`\n  Mails are written to ${settings.dataDir}/outbox`)
  say('  Ctrl-C stops it.\n')
}
