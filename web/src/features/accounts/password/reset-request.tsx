import { useRequestReset } from '#web/features/accounts/account-api.ts'
import { MailRequest } from '#web/features/accounts/sign-up/mail-request.tsx'
import { rememberTypedAddress, typedAddress } from '#web/features/accounts/sign-in/typed-name.ts'

type ResetRequestProps = { submitLabel: string; onSent?: () => void; onAnother?: () => void }

export function ResetRequest({ submitLabel, ...callbacks }: ResetRequestProps) {
  const request = useRequestReset()
  return (
    <MailRequest
      request={request}
      submitLabel={submitLabel}
      initialAddress={typedAddress()}
      onAddressChange={rememberTypedAddress}
      {...callbacks}
      renderSent={(address) => (
        <p>
          If an account has the address <strong>{address}</strong>, a mail is on its way there. Its link is
          valid for one hour.
        </p>
      )}
    />
  )
}
