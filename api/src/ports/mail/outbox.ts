import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#api/ports/clock/clock.ts'
import type { Mailer } from './mail.ts'

/** Writes each mail to one JSON file, sortable by name, if no SMTP server is set. */
export function outboxMailer(folder: string, clock: Clock): Mailer {
  return {
    async send({ to, subject, text, html, headers = {} }) {
      const createdDate = clock.now().toISOString()
      const name = `${createdDate.replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.json`
      // Only the owner may read the files, because mails contain reset links.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // The file is written under another name and renamed, so that a reader never sees a partial mail.
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
