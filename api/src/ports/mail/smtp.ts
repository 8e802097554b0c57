import { createTransport } from 'nodemailer'
import type { Mailer } from './mail.ts'

export function smtpMailer(url: string, from: string): Mailer {
  const limits = { connectionTimeout: 2000, greetingTimeout: 5000, socketTimeout: 10_000 }
  const transport = createTransport({ url, ...limits }, { from })
  return {
    async send({ to, subject, text, html }) {
      // As an object, the address is one address whatever it holds: no second receiver by a comma.
      const message = { to: { name: '', address: to }, subject, text, html }
      await transport
        .sendMail({ ...message, disableFileAccess: true, disableUrlAccess: true })
        .catch((error: unknown) => {
          throw withoutAddress(error, to)
        })
    },
    close: () => transport.close(),
  }
}

/** Mail servers repeat the address in their refusals, and failed jobs keep what they were told. */
function withoutAddress(error: unknown, address: string): Error {
  const words = error instanceof Error ? error.message : String(error)
  return new Error(`The mail could not be handed over: ${words.replaceAll(address, 'the receiver')}`)
}
