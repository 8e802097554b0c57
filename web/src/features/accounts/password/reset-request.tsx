import { useRequestReset } from '#web/entities/members/own-profile.ts'
import { MailRequest } from '#web/features/accounts/sign-up/mail-request.tsx'
import { saveAddress, typedAddress } from '#web/features/accounts/sign-in/typed-name.ts'

type ResetRequestProps = { submitLabel: string; onSent?: () => void; onAnother?: () => void }

/** Has the mail sent whose link leads to a new password. */
export function ResetRequest({ submitLabel, ...told }: ResetRequestProps) {
  const request = useRequestReset()
  return (
    <MailRequest
      request={request}
      submitLabel={submitLabel}
      address={typedAddress()}
      onTyped={saveAddress}
      {...told}
      renderTold={(address) => (
        <p>
          If an account has the address <strong>{address}</strong>, a mail is on its way there. Its link is
          valid for one hour.
        </p>
      )}
    />
  )
}
