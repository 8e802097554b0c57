import { beater, talkingDrum } from '../scenes/drums.ts'
import { canoe } from '../scenes/river.ts'
import { pick, times } from '../scenes/stage.ts'
import { gourd, jar } from '../scenes/vessels.ts'
import type { Ware } from './cloth.ts'

export const tray: Ware = () =>
  `<circle cx="150" cy="150" r="100" fill="url(#brass)"/><circle cx="150" cy="150" r="100" fill="none" stroke="#6B4212" stroke-width="4"/><circle cx="150" cy="150" r="74" fill="none" stroke="#7A4A17" stroke-width="3"/>
${times(24, (nth) => `<path transform="rotate(${nth * 15} 150 150)" d="M150 56l8 14h-16z" fill="#7A4A17" fill-opacity=".75"/>`)}${times(8, (nth) => `<path transform="rotate(${nth * 45} 150 150)" d="M150 150q-14-30 0-58q14 28 0 58z" fill="none" stroke="#7A4A17" stroke-width="3"/>`)}
<circle cx="150" cy="150" r="10" fill="#7A4A17"/><path d="M76 118q22-48 74-52" stroke="#fff" stroke-width="8" fill="none" stroke-linecap="round" stroke-opacity=".5"/>`

export const leopard: Ware = () => {
  const body =
    'M78 236v-74q-4-44 40-52q20-4 44 0q6-34 40-36l10-18 10 20q26 12 22 44q-4 24-30 26l-4 90h-24v-62q-26 14-60 4v58z'
  const spots = [
    [104, 136],
    [124, 156],
    [96, 168],
    [146, 132],
    [160, 160],
    [178, 140],
    [186, 110],
    [90, 206],
    [196, 190],
    [128, 128],
  ] as const
  return `<path d="M80 150q-44-10-36-62q14 6 12 26t34 24" fill="none" stroke="url(#brass)" stroke-width="13" stroke-linecap="round"/><path d="${body}" fill="url(#brass)"/>${spots.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="6.4" fill="none" stroke="#5B3410" stroke-width="3.4"/>`).join('')}
<path d="${body}" fill="url(#shade)" fill-opacity=".35"/><circle cx="218" cy="98" r="5" fill="#3A1C10"/><path d="M236 112q-12 10-24 2M244 106l16-4M244 112l16 4" stroke="#3A1C10" stroke-width="3" fill="none" stroke-linecap="round"/><path d="M60 236h180v14H60z" fill="#5B3410"/>`
}

/** A drummer in relief. */
export const plaque: Ware = () =>
  `<rect x="74" y="48" width="152" height="200" rx="8" fill="url(#brass)"/><rect x="84" y="58" width="132" height="180" rx="4" fill="#7A4A17" fill-opacity=".5"/><g fill="#6B4212">${times(4, (nth) => `<circle cx="${nth % 2 ? 208 : 92}" cy="${nth < 2 ? 66 : 230}" r="5"/>`)}</g>
<g fill="url(#brass)" stroke="#5B3410" stroke-width="3"><circle cx="150" cy="100" r="22"/><path d="M124 84q26-34 52 0z"/><path d="M120 128q30-14 60 0l10 100h-80z"/><path d="M118 160h64l-8 48h-48z"/><ellipse cx="150" cy="160" rx="32" ry="9"/></g>
<path d="M122 134q-22 20-4 34l20-8M178 134q22 20 4 34l-20-8" stroke="#5B3410" stroke-width="7" fill="none" stroke-linecap="round"/><path d="M142 98h4M154 98h4M144 110q6 4 12 0" stroke="#3A1C10" stroke-width="3" stroke-linecap="round"/>`

export const lowStool: Ware = () =>
  `<path d="M96 132q34 52-24 110h50q26-50 24-106zM204 132q-34 52 24 110h-50q-26-50-24-106z" fill="url(#wood)"/><path d="M66 232q84 22 168 0v14q-84 22-168 0z" fill="#5F3216"/><path d="M46 108q104 44 208 0l-6 30q-98 36-196 0z" fill="url(#wood)"/>
${times(5, (nth) => `<path d="M${94 + nth * 22} 140l11-10 11 10-11 10z" fill="none" stroke="#F0C485" stroke-width="3"/>`)}<path d="M44 108q0-28 106-30q106 2 106 30q-106 38-212 0z" fill="#C98E5A"/><path d="M70 108q10-16 80-18q70 2 80 18q-80 20-160 0z" fill="#A9683A"/>`

export const modelCanoe: Ware = () =>
  `<path d="M86 232l30-40M214 232l-30-40" stroke="#5F3216" stroke-width="10" stroke-linecap="round"/><path d="M70 190L232 96" stroke="#8A5A2B" stroke-width="6" stroke-linecap="round"/><ellipse cx="240" cy="92" rx="20" ry="9" transform="rotate(-30 240 92)" fill="#A5622F"/><path d="M78 112l130 76" stroke="#8A5A2B" stroke-width="6" stroke-linecap="round"/><ellipse cx="70" cy="107" rx="20" ry="9" transform="rotate(30 70 107)" fill="#A5622F"/>${canoe([150, 164, 0.72], '#A5622F', '#2E2A86')}`

export const waterJar: Ware = (first) => jar([150, 246, 1.36], first)

export const bowls: Ware = () => {
  const one = (x: number, y: number, fill: string) =>
    `<g transform="translate(${x} ${y})"><path d="M-62 0q4 58 40 62h44q36-4 40-62z" fill="${fill}"/><path d="M-60 14q60 18 120 0" stroke="#F7E6CF" stroke-width="6" fill="none"/><path d="M-62 0q4 58 40 62h44q36-4 40-62z" fill="url(#shade)" fill-opacity=".55"/><ellipse rx="62" ry="16" fill="#F3E4C4"/><ellipse cy="2" rx="52" ry="11" fill="#B98551"/></g>`
  return `${one(104, 122, '#7A4326')}${one(198, 122, '#8E5230')}${one(96, 186, '#8E5230')}${one(204, 186, '#7A4326')}`
}

export const udu: Ware = (first) =>
  `${jar([144, 248, 1.28], first)}<ellipse cx="180" cy="178" rx="21" ry="24" fill="#2A140A"/><ellipse cx="180" cy="178" rx="21" ry="24" fill="none" stroke="#F3CDA9" stroke-width="3.4"/><path d="M88 250q58 18 116 0" stroke="#E0BC7C" stroke-width="13" fill="none" stroke-linecap="round" stroke-dasharray="12 5"/>`

export const basket: Ware = () => {
  const rows = times(6, (row) =>
    times(9, (nth) => {
      const width = 176 - row * 5
      const x = 150 - width / 2 + (nth * width) / 9
      const tone = pick(
        ['#D9A95A', '#B5832A', '#8A4B1F'] as const,
        (nth + row) % 2 === 0 ? 0 : 1 + (row % 3 === 2 ? 1 : 0),
      )
      return `<rect x="${x}" y="${132 + row * 18}" width="${width / 9 + 1}" height="19" rx="5" fill="${tone}"/>`
    }),
  )
  return `<path d="M92 138q0-100 58-100t58 100" stroke="#8A4B1F" stroke-width="12" fill="none"/><path d="M92 138q0-100 58-100t58 100" stroke="#E0BC7C" stroke-width="4" fill="none" stroke-dasharray="9 8"/>${rows}
<path d="M60 126h180l-16 116q-74 14-148 0z" fill="url(#shade)" fill-opacity=".5"/><rect x="54" y="120" width="192" height="19" rx="9" fill="#8A4B1F"/><path d="M62 129h176" stroke="#E0BC7C" stroke-width="4" stroke-dasharray="10 7"/>`
}

export const fan: Ware = () => {
  const leaf = 'M150 40q88 14 84 92q-30 58-84 58t-84-58q-4-78 84-92z'
  return `<path d="M143 180h14l4 72q-11 8-22 0z" fill="url(#wood)"/><path d="${leaf}" fill="#D9B25E"/><g stroke="#8A4B1F" stroke-width="4" fill="none">${times(7, (nth) => `<path d="M${84 + nth * 22} ${70 + Math.abs(nth - 3) * 9}L${132 + nth * 6} 182"/>`)}<path d="M72 110q78-40 156 0M74 140q76-40 152 0M96 168q54-32 108 0" stroke="#A83A1F" stroke-width="7"/></g><path d="${leaf}" fill="url(#shade)" fill-opacity=".4"/><path d="${leaf}" fill="none" stroke="#8A4B1F" stroke-width="6"/>`
}

export const drum: Ware = (first) => `${talkingDrum([138, 152, 1], -24, first)}${beater(196, 250, 1)}`

export const shekere: Ware = () => gourd([150, 252, 1.06], true)

export const cards: Ware = (first) => {
  const card = (turn: number, face: string) =>
    `<g transform="rotate(${turn} 150 240)"><rect x="96" y="72" width="108" height="156" rx="12" fill="#1A0D08" fill-opacity=".16" transform="translate(3 5)"/><rect x="96" y="72" width="108" height="156" rx="12" fill="#FFFAEE"/><rect x="106" y="82" width="88" height="92" rx="7" fill="${face}"/><path d="M116 192h68M126 208h48" stroke="#B9A58A" stroke-width="6" stroke-linecap="round"/></g>`
  return `${card(-22, '#D8D3F0')}${card(-4, '#C8DFCB')}${card(14, first)}<g transform="rotate(14 150 240)"><circle cx="150" cy="128" r="28" fill="#F7D795"/><path d="M126 128q24-30 48 0q-24 30-48 0z" fill="#A83A1F"/></g>`
}

/** Old prints in a fan. */
export const prints: Ware = () => {
  const print = (turn: number, tone: string) =>
    `<g transform="rotate(${turn} 150 200)"><rect x="74" y="88" width="152" height="116" fill="#1A0D08" fill-opacity=".18" transform="translate(3 6)"/><rect x="74" y="88" width="152" height="116" fill="#F7EFDC"/><rect x="84" y="98" width="132" height="96" fill="${tone}"/><path d="M84 164q40-30 70-10t62-16v56H84z" fill="#5F4526"/><path d="M124 164v-30M110 128q14-30 30 0z" stroke="#4A341A" stroke-width="6" fill="#6B5330"/><circle cx="186" cy="122" r="11" fill="#EADBB8"/></g>`
  return `${print(-16, '#C9B184')}${print(9, '#BDA374')}${print(-3, '#D6C096')}`
}
