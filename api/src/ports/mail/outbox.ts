import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#api/ports/clock/clock.ts'
import type { Mailer } from './mail.ts'

/** Without SMTP, each mail becomes one JSON file, sortable by name. */
export function outboxMailer(folder: string, clock: Clock): Mailer {
  return {
    async send({ to, subject, text, html, headers = {} }) {
      const createdDate = clock.now().toISOString()
      const name = `${createdDate.replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.json`
      // Readable for the owner only, because mails contain reset links.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Written under another name and renamed, so that a reader never sees half a mail.
      await writeFile(
        join(folder, `.${name}`),
        JSON.stringify({ to, subject, text, html, headers, createdDate }, null, 2),
        { mode: 0o600 },
      )
      await rename(join(folder, `.${name}`), join(folder, name))
    },
    close() {},
  }
}
