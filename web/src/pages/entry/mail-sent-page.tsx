import { useEffect, useState } from 'react'
import { useResendVerification } from '#web/features/accounts/account-api.ts'
import { EntryFrame } from '#web/features/accounts/entry-frame.tsx'
import { AddressCorrection } from '#web/features/accounts/sign-up/address-correction.tsx'
import { MailRequest } from '#web/features/accounts/sign-up/mail-request.tsx'
import {
  forgetAccount,
  passedAccount,
  type PendingAccount,
} from '#web/features/accounts/sign-up/pending-account.ts'
import { lastSentMail, saveSentMail, type SentMail } from '#web/features/accounts/sign-up/sent-mail.ts'
import { PerhapsSentText, SentText } from '#web/features/accounts/sign-up/sent-text.tsx'
import { SignInPrompt } from '#web/features/accounts/sign-in-prompt.tsx'

/** Says where the mail was sent, sends it again, and corrects its address. */
export function MailSentPage() {
  const [account, setAccount] = useState(passedAccount)
  const [sent, setSent] = useState(() => sentTo(account))
  const [isCorrecting, setCorrecting] = useState(
    account !== null && (account.emailAddress !== null || sent === null),
  )
  const [isNew, setNew] = useState(false)
  // The password is on this page only: after another one it is asked for again.
  useEffect(forgetAccount, [])

  if (isCorrecting)
    return (
      <EntryFrame
        title="Where should the mail go?"
        lead="We send it to this address. The link in an older mail then no longer works."
        foot={<SignInPrompt question="Email verified?" />}
      >
        <AddressCorrection
          account={account}
          username={sent?.username ?? null}
          emailAddress={account?.emailAddress ?? sent?.address ?? ''}
          onSent={(mail, usedAccount) => {
            setSent(mail)
            setAccount(usedAccount)
            setNew(true)
            setCorrecting(false)
          }}
          onCancel={sent === null ? undefined : () => setCorrecting(false)}
        />
      </EntryFrame>
    )
  return <SentMailFrame sent={sent} isNew={isNew} onWrongAddress={() => setCorrecting(true)} />
}

/** Returns the last mail, unless it was for another account than the one that has just been typed. */
function sentTo(account: PendingAccount | null): SentMail | null {
  const sent = lastSentMail()
  if (sent === null || account === null) return sent
  const names = [sent.username, sent.address].map((name) => name?.toLowerCase())
  return names.includes(account.username.toLowerCase()) ? sent : null
}

type SentMailFrameProps = { sent: SentMail | null; isNew: boolean; onWrongAddress: () => void }

function SentMailFrame({ sent, isNew, onWrongAddress }: SentMailFrameProps) {
  const resend = useResendVerification()
  const [isRequested, setRequested] = useState(sent !== null)
  return (
    <EntryFrame
      title="Check your mail"
      lead={isRequested ? undefined : 'Which address did you sign up with? We send the mail there again.'}
      foot={
        <>
          <SignInPrompt question="Email verified?" />
          {!isRequested && (
            <>
              <br />
              Signed up with a wrong address?{' '}
              <button type="button" className="text-link" onClick={onWrongAddress}>
                Use another address
              </button>
            </>
          )}
        </>
      }
    >
      <MailRequest
        request={resend}
        submitLabel="Send the mail again"
        sent={sent}
        isSentNew={isNew}
        onSent={(address) => {
          if (address === sent?.address) saveSentMail(address, sent.username)
          setRequested(true)
        }}
        onWrongAddress={onWrongAddress}
        renderSent={(address) =>
          address === sent?.address ? <SentText address={address} /> : <PerhapsSentText address={address} />
        }
      />
    </EntryFrame>
  )
}
