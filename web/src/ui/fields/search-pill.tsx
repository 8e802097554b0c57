import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { useSearchText, type SearchText } from '#web/ui/fields/use-search-text.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './search-field.module.css'

type SearchPillProps = FieldProps & { value: string; onSearch: (text: string) => void }
type FieldProps = {
  label: string
  /** The placeholder, if the search covers more than the label says. */
  hint?: string
}

export function SearchPill({ label, hint, value, onSearch }: SearchPillProps) {
  return <SearchField label={label} hint={hint} search={useSearchText(value, onSearch)} />
}

/** For callers that also need the text while it is typed. */
export function SearchField({ label, hint = label, search }: FieldProps & { search: SearchText }) {
  const { field, typed, type, seek, forget, clear } = search
  return (
    <search className={`flex-row gap-s ${classes.field}`}>
      <Icon of={Search} className="rigid" />
      <input
        ref={field}
        type="search"
        className="grow"
        aria-label={label}
        placeholder={hint}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') seek()
        }}
        onFocus={forget}
        onBlur={() => {
          seek()
          forget()
        }}
      />
      {typed !== '' && <IconButton label="Clear search" onClick={clear} icon={X} />}
    </search>
  )
}
