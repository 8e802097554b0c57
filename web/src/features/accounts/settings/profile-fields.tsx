import { bioLength, counterFrom, maxBioLength } from '#web/features/accounts/settings/profile-draft.ts'
import type { Draft } from '#web/features/accounts/settings/profile-draft.ts'
import type { Form } from '#web/lib/forms/use-form.ts'
import { Counter } from '#web/ui/controls/counter.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './dialogs.module.css'

export function ProfileFields({ form }: { form: Form<Draft> }) {
  const length = bioLength(form.values.bio)
  const isTooLong = length > maxBioLength
  return (
    <>
      <div className={`stack ${classes.pair}`}>
        <TextField label="First name" autoComplete="given-name" {...form.getInputProps('firstname')} />
        <TextField label="Last name" autoComplete="family-name" {...form.getInputProps('lastname')} />
      </div>
      <TextField
        label="Phone number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...form.getInputProps('phoneNumber')}
      />
      <div className="counted">
        <TextArea
          label="Bio"
          rows={3}
          {...form.getInputProps('bio')}
          error={isTooLong ? `Maximum ${maxBioLength} characters allowed` : form.errors.bio}
        />
        {length >= counterFrom && <Counter length={length} max={maxBioLength} />}
      </div>
    </>
  )
}
