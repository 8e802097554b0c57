import { times } from './stage.ts'

type Place = readonly [x: number, y: number, size: number]

/** A wide dye pot; x and y are the middle of its mouth. */
export function dyePot([x, y, r]: Place, liquid = '#1C1A55'): string {
  return `<ellipse cx="${x}" cy="${y + r * 0.95}" rx="${r * 1.1}" ry="${r * 0.22}" fill="#5A2412" fill-opacity=".35"/>
<path d="M${x - r} ${y}q-${r * 0.15} ${r * 0.95} ${r} ${r}q${r * 1.15}-${r * 0.05} ${r}-${r}z" fill="url(#clay)"/>
<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * 0.3}" fill="#B86238"/>
<ellipse cx="${x}" cy="${y + 1}" rx="${r * 0.84}" ry="${r * 0.21}" fill="${liquid}"/>
<path d="M${x - r * 0.5} ${y - 2}q${r * 0.3}-${r * 0.1} ${r * 0.7}-${r * 0.04}" stroke="#fff" stroke-width="${r * 0.04}" fill="none" stroke-opacity=".45"/>
<path d="M${x - r * 0.9} ${y + r * 0.42}q${r * 0.9} ${r * 0.22} ${r * 1.8} 0" stroke="#F3CDA9" stroke-width="${r * 0.055}" fill="none" stroke-opacity=".7"/>`
}

const jarPath = 'M-22-78h44l-5 20q52 20 46 68q-8 42-63 45q-55-3-63-45q-6-48 46-68z'

/** A water jar; x and y are where it stands. */
export function jar([x, y, size]: Place, band: string): string {
  return `<g transform="translate(${x} ${y}) scale(${size}) translate(0 -55)"><ellipse cy="54" rx="60" ry="9" fill="#2A140A" fill-opacity=".3"/>
<path d="${jarPath}" fill="url(#clay)"/><path d="M-63 1q63 20 126 0l-2 15q-61 21-122 0z" fill="${band}"/>
<path d="M-25-84h50v11h-50z" fill="#7A331A"/><path d="${jarPath}" fill="url(#shade)" fill-opacity=".45"/>
<path d="M-40-20q-10 14-10 30" stroke="#fff" stroke-width="6" stroke-linecap="round" fill="none" stroke-opacity=".28"/></g>`
}

/** A round-bellied cooking pot, black from the fire. */
export function cookPot([x, y, size]: Place, inside: string): string {
  return `<g transform="translate(${x} ${y}) scale(${size})">
<path d="M-84-4q-30 96 84 100q114-4 84-100z" fill="#2A201D"/><path d="M-84-4q-30 96 84 100q114-4 84-100z" fill="url(#shade)"/>
<path d="M-92 22q-24 4-16 26M92 22q24 4 16 26" stroke="#1B1412" stroke-width="10" fill="none" stroke-linecap="round"/>
<ellipse cy="-4" rx="88" ry="24" fill="#4A3A34"/><ellipse cy="-3" rx="76" ry="18" fill="${inside}"/>
<ellipse cx="-22" cy="-7" rx="26" ry="5" fill="#fff" fill-opacity=".16"/></g>`
}

/** Half a gourd as a bowl, with birds burnt into it; x and y are the middle of its mouth. */
export function gourdBowl([x, y, size]: Place, inside = '#6B3A17'): string {
  const belly = 'M-94 0q4 108 94 110q90-2 94-110z'
  return `<g transform="translate(${x} ${y}) scale(${size})"><ellipse cy="110" rx="74" ry="12" fill="#2A140A" fill-opacity=".32"/>
<path d="${belly}" fill="#D9964A"/>${bird(-42, 52, 0.8)}${bird(38, 56, -0.8)}
<path d="M-88 26q88 32 176 0M-60 88q60 20 120 0" stroke="#5B2A16" stroke-width="3.4" fill="none" stroke-dasharray="2 9" stroke-linecap="round"/>
<path d="M-92 18q92 34 184 0" stroke="#5B2A16" stroke-width="3" fill="none"/>
<path d="${belly}" fill="url(#shade)" fill-opacity=".62"/>
<ellipse rx="94" ry="26" fill="#EDBC78"/><ellipse cy="2" rx="81" ry="19" fill="${inside}"/></g>`
}

/** Looks to the right; a negative size turns it round. */
export function bird(x: number, y: number, size: number): string {
  return `<g transform="translate(${x} ${y}) scale(${size} ${Math.abs(size)})" fill="#5B2A16">
<path d="M-26 6q16-18 34-8q2-12 14-12q8 0 9 7l9 4-10 2q-4 16-22 18q-18 2-28-6l-14 6q0-8 8-11z"/>
<circle cx="24" cy="-8" r="1.8" fill="#F7E6CF"/><path d="M-6 2q10-2 14 6q-10 6-18 2" fill="none" stroke="#F7E6CF" stroke-width="2"/>
<path d="M2 17v9M10 16v9" stroke="#5B2A16" stroke-width="2.4"/></g>`
}

/** A whole gourd with a neck, netted or plain. */
export function gourd([x, y, size]: Place, isNetted: boolean): string {
  const shape = 'M-12-150q12-8 24 0q2 40 10 56q54 20 50 82q-6 60-72 62q-66-2-72-62q-4-62 50-82q8-16 10-56z'
  const net = times(
    7,
    (nth) =>
      `<path d="M${-60 + nth * 20}-64q${(nth - 3) * 8} 50 ${(3 - nth) * 6} 108" stroke="#F7EBD2" stroke-width="2" fill="none"/>`,
  )
  const beads = times(5, (row) =>
    times(6, (nth) => {
      const shift = row % 2 === 0 ? 0 : 10
      const colour = (nth + row) % 3 === 0 ? '#2E2A86' : '#C23A1E'
      return `<circle cx="${-54 + nth * 20 + shift}" cy="${-48 + row * 20}" r="4.6" fill="${colour}"/>`
    }),
  )
  return `<g transform="translate(${x} ${y}) scale(${size}) translate(0 -48)"><ellipse cy="48" rx="64" ry="10" fill="#2A140A" fill-opacity=".3"/>
<path d="${shape}" fill="#D08A3E"/>${isNetted ? net + beads : `${bird(0, -6, 1)}<path d="M-66 24q66 24 132 0" stroke="#5B2A16" stroke-width="4" fill="none" stroke-dasharray="3 8"/>`}
<path d="${shape}" fill="url(#shade)" fill-opacity=".55"/></g>`
}

export function basin([x, y, size]: Place, colour: string, heap: string): string {
  const fruits = [
    [-34, -6],
    [-12, -10],
    [12, -10],
    [34, -6],
    [-23, -22],
    [0, -27],
    [23, -22],
    [-10, -38],
    [12, -38],
  ] as const
  return `<g transform="translate(${x} ${y}) scale(${size})">${fruits
    .map(
      ([left, top]) =>
        `<circle cx="${left}" cy="${top}" r="14" fill="${heap}"/><circle cx="${left - 4}" cy="${top - 5}" r="4" fill="#fff" fill-opacity=".35"/>`,
    )
    .join('')}<path d="M-58-4h116l-14 34q-44 10-88 0z" fill="${colour}"/>
<path d="M-58-4h116l-14 34q-44 10-88 0z" fill="url(#shade)" fill-opacity=".5"/><path d="M-60-5h120" stroke="#fff" stroke-width="5" stroke-opacity=".5" stroke-linecap="round"/></g>`
}
