import type { ReactNode } from 'react'

/** The colours of ground, line and accent. */
export type Palette = readonly [ground: string, line: string, accent: string]
type Motif = { width: number; height: number; draw: (palette: Palette) => ReactNode }

/** One repeat of each cloth. The first six imitate real textiles; the others are invented. */
export const motifs = {
  adire: { width: 96, height: 96, draw: adire },
  asooke: { width: 84, height: 48, draw: asooke },
  uli: { width: 104, height: 104, draw: uli },
  nok: { width: 72, height: 72, draw: nok },
  akwete: { width: 80, height: 80, draw: akwete },
  dagi: { width: 96, height: 96, draw: dagi },
  dots: plain(12, 'M12 12h0M36 36h0', 'M36 12h0M12 36h0'),
  grid: plain(4, 'M0 12h48M12 0v48', 'M0 36h48M36 0v48'),
  lattice: plain(4, 'M0 0l48 48M48 0L0 48', 'M0 24l24 24 24-24L24 0z'),
  slants: plain(5, 'M0 48L48 0M-9 9L9-9M39 57l18-18', 'M0 24L24 0M24 48l24-24'),
  waves: plain(5, 'M0 12q12-16 24 0t24 0', 'M0 36q12-16 24 0t24 0'),
  crosses: plain(5, 'M12 5v14M5 12h14M36 29v14M29 36h14', 'M36 12h0M12 36h0'),
  bricks: plain(3, 'M0 2h48M0 26h48', 'M12 2v24M36 26v22'),
  scales: plain(
    4,
    'M0 26a12 12 0 0 0 24 0a12 12 0 0 0 24 0',
    'M-12 2a12 12 0 0 0 24 0a12 12 0 0 0 24 0a12 12 0 0 0 24 0',
  ),
} as const satisfies Record<string, Motif>
export type Family = keyof typeof motifs

export const plainFamilies = [
  'dots',
  'grid',
  'lattice',
  'slants',
  'waves',
  'crosses',
  'bricks',
  'scales',
] as const satisfies readonly Family[]

function plain(strokeWidth: number, linePath: string, accentPath: string): Motif {
  const draw = ([, line, accent]: Palette) => (
    <g fill="none" strokeWidth={strokeWidth} strokeLinecap="round">
      <path d={accentPath} stroke={accent} />
      <path d={linePath} stroke={line} />
    </g>
  )
  return { width: 48, height: 48, draw }
}

function adire([, line, accent]: Palette) {
  return (
    <>
      <g fill="none" stroke={line} strokeWidth="2">
        <circle cx="24" cy="24" r="18" />
        <circle cx="24" cy="24" r="12" stroke={accent} />
        <circle cx="24" cy="24" r="6" />
        <path d="M54 6h36v36H54zM61 13h22v22H61zM68 20h8v8h-8z" />
        <path d="M6 54l36 36M6 66l24 24M6 78l12 12M18 54l24 24M30 54l12 12" stroke={accent} />
        <path d="M6 54h36v36H6z" />
        <path d="M72 54v36M54 72h36" />
        <path d="M60 60q12 0 12 12M84 60q-12 0-12 12M60 84q12 0 12-12M84 84q-12 0-12-12" />
      </g>
      <g fill={line}>
        <circle cx="24" cy="24" r="2" />
        <circle cx="58" cy="58" r="1.8" />
        <circle cx="86" cy="58" r="1.8" />
        <circle cx="58" cy="86" r="1.8" />
        <circle cx="86" cy="86" r="1.8" />
      </g>
      <path
        d="M0 48h96M48 0v96"
        stroke={line}
        strokeWidth="1.5"
        strokeDasharray="1 5"
        strokeLinecap="round"
      />
    </>
  )
}

function asooke([, line, accent]: Palette) {
  return (
    <>
      <rect width="10" height="48" fill={accent} />
      <rect x="10" width="3" height="48" fill={line} />
      <rect x="16" width="2" height="48" fill={line} opacity=".7" />
      <rect x="36" width="8" height="48" fill={line} />
      <rect x="39" width="2" height="48" fill={accent} />
      <rect x="60" width="3" height="48" fill={line} />
      <rect x="66" width="12" height="48" fill={accent} opacity=".55" />
      <path
        d="M20 4h12v3H20zM20 10h12v3H20zM24 7h4v3h-4zM48 28h8v3h-8zM48 34h8v3h-8zM50 31h4v3h-4z"
        fill={line}
      />
      <path d="M69 14h6v6h-6zM69 38h6v6h-6z" fill="#FDF0CF" />
      <path d="M0 0h84M0 24h84" stroke="#000" opacity=".12" />
    </>
  )
}

function uli([, line, accent]: Palette) {
  return (
    <>
      <g fill="none" stroke={line} strokeWidth="3" strokeLinecap="round">
        <path d="M30 30a6 6 0 1 1 6 6a13 13 0 1 1 12-14a20 20 0 1 1-30-10" />
        <path d="M62 74q20-22 38 0M66 80q15-15 30 0" />
        <path d="M8 66v30M16 70v22M24 66v30" />
      </g>
      <g fill={line}>
        <path d="M70 8q22 4 22 30q-6-18-22-30z" />
        <path d="M40 96q14 2 20-12q2 20-20 12z" />
      </g>
      <g fill={accent}>
        <circle cx="66" cy="52" r="3" />
        <circle cx="76" cy="56" r="2.4" />
        <circle cx="86" cy="54" r="3" />
        <path d="M40 60l6-10 6 10z" />
        <circle cx="81" cy="92" r="2.6" />
      </g>
    </>
  )
}

function nok([, line, accent]: Palette) {
  return (
    <>
      <g fill="none" stroke={accent} strokeWidth="2.6" strokeLinejoin="round">
        <path d="M6 30q30-34 60 0z" />
        <path d="M10 22q26-28 52 0" opacity=".8" />
      </g>
      <path d="M14 29q22-22 44 0z" fill={line} />
      <circle cx="36" cy="24" r="5" fill={accent} />
      <path d="M0 48l12-10 12 10 12-10 12 10 12-10 12 10" fill="none" stroke={line} strokeWidth="2.6" />
      <path d="M0 62l12-10 12 10 12-10 12 10 12-10 12 10v10H0z" fill={accent} opacity=".45" />
    </>
  )
}

function akwete([, line, accent]: Palette) {
  return (
    <>
      <g fill="none" stroke={line} strokeWidth="3">
        <path d="M40 6l34 34-34 34L6 40z" />
        <path d="M40 20l20 20-20 20-20-20z" stroke={accent} />
      </g>
      <path d="M40 31l9 9-9 9-9-9z" fill={line} />
      <path d="M0 8L8 0M72 0l8 8M0 72l8 8M72 80l8-8" stroke={accent} strokeWidth="3" />
      <path d="M0 0l6 0 0 6M80 80h-6v-6" fill={accent} />
    </>
  )
}

function dagi([ground, line, accent]: Palette) {
  const knot = (
    <>
      <path d="M30 30h36v36H30z" />
      <path d="M48 18l30 30-30 30-30-30z" />
    </>
  )
  return (
    <>
      <g fill="none" stroke={line} strokeWidth="5" strokeLinejoin="round">
        {knot}
      </g>
      <g fill="none" stroke={ground} strokeWidth="1.6">
        {knot}
      </g>
      <circle cx="48" cy="48" r="6" fill={accent} />
      <g fill="none" stroke={accent} strokeWidth="2.4">
        <path d="M0 14Q14 14 14 0M82 0q0 14 14 14M0 82q14 0 14 14M82 96q0-14 14-14" />
        <circle cx="0" cy="0" r="7" />
        <circle cx="96" cy="0" r="7" />
        <circle cx="0" cy="96" r="7" />
        <circle cx="96" cy="96" r="7" />
      </g>
    </>
  )
}
