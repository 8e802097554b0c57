import { createTransport } from 'nodemailer'
import type { Mailer } from './mail.ts'

export function smtpMailer(url: string, from: string): Mailer {
  const limits = { connectionTimeout: 2000, greetingTimeout: 5000, socketTimeout: 10_000 }
  const transport = createTransport({ url, ...limits }, { from })
  return {
    async send({ to, subject, text, html }) {
      // As an object, the address is one address whatever it holds: no second receiver by a comma.
      await transport.sendMail({
        to: { name: '', address: to },
        subject,
        text,
        html,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
    close: () => transport.close(),
  }
}
