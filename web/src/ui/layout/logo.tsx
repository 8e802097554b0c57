/** Is always beside the name, so that screen readers can skip it. */
export function Logo({ size = 34 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <rect x="1" y="1" width="38" height="38" rx="10" fill="var(--brand)" />
      <path d="M20 6v28M6 20h28" stroke="var(--gold)" strokeWidth="2.4" strokeLinecap="round" />
      <path
        d="M20 20q-9 0-9-9M20 20q9 0 9-9M20 20q-9 0-9 9M20 20q9 0 9 9"
        stroke="#fff"
        strokeWidth="2.4"
        fill="none"
        strokeLinecap="round"
      />
      <circle cx="20" cy="20" r="4.2" fill="var(--clay-mark)" />
      <circle cx="20" cy="20" r="1.7" fill="#FFF3D9" />
    </svg>
  )
}
