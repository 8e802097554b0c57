import { createTransport } from 'nodemailer'
import type { Mailer } from './mail.ts'

export function smtpMailer(url: string, from: string): Mailer {
  const limits = { connectionTimeout: 2000, greetingTimeout: 5000, socketTimeout: 10_000 }
  const transport = createTransport({ url, ...limits }, { from })
  return {
    async send({ to, subject, text, html, headers = {} }) {
      // The address is passed as an object, so that a comma in it cannot add a second recipient.
      const message = { to: { name: '', address: to }, subject, text, html, headers }
      await transport
        .sendMail({ ...message, disableFileAccess: true, disableUrlAccess: true })
        .catch((error: unknown) => {
          throw withoutAddress(error, to)
        })
    },
    close: () => transport.close(),
  }
}

/** Removes the address from errors, because mail servers repeat it and failed jobs store the error. */
function withoutAddress(error: unknown, address: string): Error {
  const expected = error instanceof Error ? error.message : String(error)
  return new Error(`The mail could not be handed over: ${expected.replaceAll(address, 'the receiver')}`)
}
