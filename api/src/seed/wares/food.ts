import { pick, times } from '../scenes/stage.ts'
import type { Ware } from './cloth.ts'

/** An open sack of something small, with a scoop. */
const sack =
  (grains: readonly [string, ...string[]], shape: (nth: number) => string): Ware =>
  (first) =>
    `<path d="M84 126q-30 70-10 118q76 18 152 0q20-48-10-118z" fill="#CDA671"/><path d="M72 196q78 22 156 0l4 26q-82 20-164 0z" fill="${first}"/><path d="M84 126q-30 70-10 118q76 18 152 0q20-48-10-118z" fill="url(#shade)" fill-opacity=".5"/>
<path d="M76 120q74-34 148 0l-4 18q-70 24-140 0z" fill="#B88A50"/><path d="M88 124q60-58 124 0q-62 22-124 0z" fill="${grains[0]}"/>${times(
      44,
      (nth) => {
        const turn = nth * 2.4
        const reach = Math.sqrt(nth / 44)
        const [x, y] = [
          150 + Math.cos(turn) * reach * 56,
          116 + Math.sin(turn) * reach * 14 - (1 - reach) * 10,
        ]
        return `<g transform="translate(${x} ${y}) rotate(${nth * 41})" fill="${pick(grains, nth + 1)}">${shape(nth)}</g>`
      },
    )}<path d="M178 104l46-46" stroke="url(#wood)" stroke-width="11" stroke-linecap="round"/><path d="M150 116q2-24 30-20q8 24-12 30q-12 0-18-10z" fill="#8A5128"/>`

const grain = () => '<ellipse rx="4" ry="2.6"/>'
const seed = () => '<path d="M-8 0q8-8 16 0q-8 8-16 0z"/>'
const stick = () => '<path d="M-12-4q12-5 24 0q3 4 0 8q-12 4-24 0q-3-4 0-8z"/>'
const shrimp = () =>
  '<path d="M-9 4q3-13 15-7l5-4M-6 5l-3 5" stroke="#E5743A" stroke-width="4" fill="none" stroke-linecap="round"/>'

export const acha = sack(['#EBD9A8', '#F6EAC4', '#D6BF85'], grain)
export const kuliKuli = sack(['#A8682E', '#C98A45', '#8A5220'], stick)
export const crayfish = sack(['#D9783F', '#E5743A', '#C25A2A'], shrimp)
export const egusi = sack(['#F4EAD0', '#FFF8E4', '#DCCBA0'], seed)
export const ogbono = sack(['#9A7A4A', '#B9965E', '#7A5C34'], seed)

export const honey: Ware = (first) =>
  `<path d="M92 96h116q20 14 20 40v88q0 22-24 22H96q-24 0-24-22v-88q0-26 20-40z" fill="#D98A1E"/><path d="M92 96h116q20 14 20 40v14H72v-14q0-26 20-40z" fill="#FBE3A8" fill-opacity=".75"/><path d="M92 96h116q20 14 20 40v88q0 22-24 22H96q-24 0-24-22v-88q0-26 20-40z" fill="url(#shade)" fill-opacity=".4"/>
<rect x="82" y="58" width="136" height="40" rx="8" fill="${first}"/><rect x="82" y="58" width="136" height="40" rx="8" fill="url(#shade)" fill-opacity=".5"/><path d="M86 98h128" stroke="#8A5A2B" stroke-width="5"/><rect x="96" y="160" width="108" height="62" rx="6" fill="#FFF6DE"/><path d="M150 170l14 8v16l-14 8-14-8v-16z" fill="#F2B23A"/><path d="M116 212h68" stroke="#B5832A" stroke-width="5" stroke-linecap="round"/><path d="M86 136v76" stroke="#fff" stroke-width="8" stroke-linecap="round" stroke-opacity=".55"/>`

export const catfish: Ware = () => {
  const fish = (y: number, turn: number) =>
    `<g transform="translate(150 ${y}) rotate(${turn})"><path d="M-84 4q20-38 76-34q54 2 82 26l26-20q-6 26 2 46l-28-14q-34 24-84 24q-56-4-74-28z" fill="#5B3A24"/><path d="M-84 4q20-38 76-34q54 2 82 26q-80-20-158 8z" fill="#8A5A36"/><path d="M-40-8l8 22M-16-14l8 30M10-14l8 28M34-8l6 20" stroke="#3A2214" stroke-width="4" stroke-opacity=".7"/><circle cx="-62" cy="-4" r="4.4" fill="#17110F"/><path d="M-82 6q-18 4-26 16M-82 2q-20-6-30-2" stroke="#3A2214" stroke-width="3" fill="none" stroke-linecap="round"/></g>`
  return `<ellipse cx="150" cy="182" rx="122" ry="62" fill="#E9DCC2"/><ellipse cx="150" cy="176" rx="122" ry="60" fill="#FBF4E4"/><ellipse cx="150" cy="176" rx="94" ry="44" fill="#EADDC3"/>${fish(150, -7)}${fish(190, 5)}`
}

export const partyTray: Ware = () =>
  `<path d="M42 150h216l-22 84q-86 16-172 0z" fill="#C9CED4"/><path d="M42 150h216l-22 84q-86 16-172 0z" fill="url(#shade)"/><ellipse cx="150" cy="150" rx="110" ry="36" fill="#E4E8EC"/><ellipse cx="150" cy="151" rx="96" ry="28" fill="#2F5A22"/>${times(
    44,
    (nth) => {
      const turn = nth * 2.4
      const reach = Math.sqrt(nth / 44)
      return `<path transform="translate(${150 + Math.cos(turn) * reach * 84} ${150 + Math.sin(turn) * reach * 22}) rotate(${nth * 53})" d="M-9 0q9-7 18 0q-9 7-18 0z" fill="${pick(['#4F8A35', '#264A1C', '#7AA043', '#C2571F'], nth)}"/>`
    },
  )}<path d="M110 122q-10-22 0-38t0-36M150 116q-10-22 0-38t0-36M190 122q-10-22 0-38t0-36" stroke="#fff" stroke-width="8" fill="none" stroke-linecap="round" stroke-opacity=".75"/>`
