import { times } from '../scenes/stage.ts'

/** Each of these draws one ware on a ground of 300 by 300, in the cloths it is given. */
export type Ware = (first: string, second: string) => string

const lay = (path: string, fill: string, tint = 'fold') =>
  `<path d="${path}" fill="${fill}"/><path d="${path}" fill="url(#${tint})"/>`

const slab = (y: number, inset: number) =>
  `M${62 + inset} ${y}h${176 - inset * 2}q10 0 10 10v34q0 10-10 10h-${176 - inset * 2}q-10 0-10-10v-34q0-10 10-10z`

export const folded: Ware = (first, second) =>
  `${lay(slab(190, 2), second)}${lay(slab(138, -4), first)}${lay('M64 90q86-24 172 0q12 26 4 54H60q-8-28 4-54z', first)}
<path d="M62 96q88-22 176 0" stroke="#fff" stroke-width="3" fill="none" stroke-opacity=".25"/>`

export const wrapperStack: Ware = (first, second) =>
  `${lay(slab(192, 0), first)}${lay(slab(148, 6), second)}${lay(slab(104, 2), first)}${lay('M70 66q80-18 160 0q8 18 4 42H66q-4-24 4-42z', first)}
<path d="M56 192h188M60 148h180M58 104h184" stroke="#1A0D08" stroke-width="3" stroke-opacity=".28"/>`

/** Rolled up, one end hanging down with its fringe. */
export const runner: Ware = (first) =>
  `${lay('M70 128h150v112q-75 10-150 0z', first)}<g stroke="#F4E5C6" stroke-width="2.4">${times(24, (nth) => `<path d="M${72 + nth * 6.3} 242v14"/>`)}</g>
${lay('M58 96q0-30 30-30h138v62H88q-30 0-30-32z', first, 'low')}<ellipse cx="226" cy="97" rx="20" ry="31" fill="#F3EBDD"/>
<path d="M226 72q14 6 12 26t-14 20q-10-6-8-20t10-12q6 4 4 12" stroke="#2E2A86" stroke-width="4" fill="none"/>`

export const stole: Ware = (first) =>
  `<path d="M60 66h180" stroke="#6B4524" stroke-width="9" stroke-linecap="round"/><circle cx="56" cy="66" r="8" fill="#8A5A2B"/><circle cx="244" cy="66" r="8" fill="#8A5A2B"/>
${lay('M88 60h56v168h-56z', first)}${lay('M152 60h62v142h-62z', first)}<g stroke="#17110F" stroke-width="2.6">${times(10, (nth) => `<path d="M${90 + nth * 6} 228v20"/>`)}${times(11, (nth) => `<path d="M${154 + nth * 6} 202v20"/>`)}</g>`

/** A cloth tied high, its ends spread like a fan, on a stand. */
export const headTie: Ware = (first, second) =>
  `<path d="M128 196h44l14 46q-36 12-72 0z" fill="url(#wood)"/>${lay('M70 150q-40-70 20-96q10 30 40 44q-6-50 36-64q6 30 0 60q40-40 82-14q6 46-44 84q-66 30-134-14z', first)}
${lay('M82 146q68 44 136 4q14 30-6 52q-62 22-124 0q-20-26-6-56z', second)}<path d="M84 150q68 42 132 4" stroke="#000" stroke-width="3" stroke-opacity=".25" fill="none"/>`

export const cap: Ware = (first) =>
  `${lay('M70 214q-16-96 60-118q40-26 84 6q40 30 22 112q-82 26-166 0z', first, 'shade')}<path d="M66 206q84 28 172 0l4 26q-90 26-180 0z" fill="#5E1D0E"/>
<path d="M66 214q86 26 172 0" stroke="#F2B23A" stroke-width="3" fill="none"/><path d="M130 96q30 30 104 20" stroke="#5E1D0E" stroke-width="3" fill="none" stroke-opacity=".6"/>`

/** Upright and white, stitched all over. */
export const zanna: Ware = () => {
  const shape = 'M76 222q-10-76 2-124q72-20 144 0q12 48 2 124q-74 20-148 0z'
  const rows = times(4, (row) =>
    times(11, (nth) => {
      const [x, y] = [88 + nth * 12.4, 136 + row * 24 + Math.sin((nth / 10) * Math.PI) * 9]
      return row % 2
        ? `<path d="M${x - 5} ${y}l5-7 5 7-5 7z" fill="none" stroke="#2E2A86" stroke-width="2.4"/>`
        : `<path d="M${x} ${y - 5}v10M${x - 5} ${y}h10" stroke="#2E2A86" stroke-width="2.6"/>`
    }),
  )
  return `<path d="${shape}" fill="#FBF6EA"/>${rows}<path d="${shape}" fill="url(#shade)" fill-opacity=".5"/><ellipse cx="150" cy="98" rx="72" ry="19" fill="#F1E7D2"/>
<ellipse cx="150" cy="98" rx="46" ry="11" fill="none" stroke="#2E2A86" stroke-width="3" stroke-dasharray="5 5"/><path d="M76 220q74 20 148 0" stroke="#2E2A86" stroke-width="5" fill="none"/>`
}

export const shirt: Ware = (first) =>
  `<path d="M150 42q0-14 12-14" stroke="#8C949E" stroke-width="5" fill="none" stroke-linecap="round"/><path d="M110 62q40-26 80 0" stroke="#8A5A2B" stroke-width="7" fill="none"/>
${lay('M108 64q42 22 84 0l50 30-16 62-24-8v92q-52 12-104 0v-92l-24 8-16-62z', '#22304F', 'shade')}${lay('M138 74h24v104h-24z', first)}${lay('M64 132l12 30 24-8-4-14zM236 132l-12 30-24-8 4-14z', first)}
<g fill="#F7E6CF"><circle cx="150" cy="96" r="3.4"/><circle cx="150" cy="122" r="3.4"/><circle cx="150" cy="148" r="3.4"/></g>`
