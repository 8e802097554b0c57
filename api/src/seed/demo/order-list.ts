import type { NewAddress } from '@rootsquare/contract/addresses'

/** A line of an order, by the name of the item: hours since it was shipped, or declined with a reason. */
export type DemoLine = {
  item: string
  count?: number
  shipped?: number
  note?: string
  declined?: { hoursAgo: number; reason: string }
}

/** An order: each status with the hours since it began. The last one is the current status. */
export type DemoOrder = {
  buyer: string
  made: number
  lines: DemoLine[]
  paid?: number
  completed?: number
  canceled?: number
  failed?: number
}

const [ada, bose] = ['adaeze.n', 'bose.akande']
const egusi = 'Ground egusi, 1 kg'
const runner = 'Adire table runner'

/** Starts with the oldest order, so that ids follow time. */
export const demoOrders: DemoOrder[] = [
  {
    buyer: ada,
    made: 380,
    paid: 379.9,
    completed: 300,
    lines: [
      { item: 'Calabash bowl set of three', shipped: 350, note: 'With God is Good Motors, waybill 20417.' },
      { item: 'Dried crayfish, 500 g', count: 2, shipped: 355 },
    ],
  },
  { buyer: ada, made: 200, canceled: 199.5, lines: [{ item: 'Shekere' }] },
  {
    buyer: bose,
    made: 190,
    paid: 189.8,
    completed: 110,
    lines: [{ item: 'Brass bangle pair', shipped: 160, note: 'In a small box, please sign for it.' }],
  },
  { buyer: ada, made: 150, failed: 149, lines: [{ item: 'Model canoe' }] },
  {
    buyer: 'hauwa.d',
    made: 140,
    paid: 139.9,
    completed: 90,
    lines: [{ item: runner, count: 2, shipped: 120 }],
  },
  {
    buyer: ada,
    made: 120,
    paid: 119.9,
    lines: [{ item: 'Udu clay drum', shipped: 60, note: 'Wrapped in three layers. The driver is Sule.' }],
  },
  {
    buyer: ada,
    made: 100,
    paid: 99.9,
    canceled: 90,
    lines: [
      {
        item: 'Ogbono, 500 g',
        declined: { hoursAgo: 90, reason: 'Rain came into the store, and I will not sell you damp seeds.' },
      },
    ],
  },
  {
    buyer: 'osaze.e',
    made: 80,
    paid: 79.9,
    lines: [{ item: 'Aso-oke gele and ipele set', shipped: 40, note: 'By road, ABC Transport.' }],
  },
  {
    buyer: 'tunde.adeleye',
    made: 46,
    paid: 45.9,
    completed: 6,
    lines: [{ item: egusi, shipped: 40 }],
  },
  {
    buyer: ada,
    made: 30,
    paid: 29.9,
    lines: [
      { item: 'Aso-oke gele and ipele set' },
      { item: 'Bida glass bead strand', count: 2, shipped: 10, note: 'Rider Idris brings it on Friday.' },
    ],
  },
  { buyer: 'oyiza.s', made: 21, paid: 20.9, lines: [{ item: runner }] },
  { buyer: 'gyang.c', made: 20, paid: 19.9, lines: [{ item: egusi, count: 3 }] },
  {
    buyer: 'rimamnde',
    made: 5,
    paid: 4.9,
    lines: [
      { item: egusi, count: 2 },
      { item: 'Dried crayfish, 500 g', shipped: 1 },
    ],
  },
  { buyer: ada, made: 0.2, lines: [{ item: 'Raffia market basket' }] },
]

type Home = Pick<NewAddress, 'streetNumber' | 'addressLine1' | 'cityCode' | 'lgaCode'> & { phone: string }

const home = (streetNumber: string, addressLine1: string, lgaCode: string, phone: string): Home => ({
  streetNumber,
  addressLine1,
  cityCode: lgaCode.slice(0, 'NG-XX'.length),
  lgaCode,
  phone,
})

export const demoHomes: Record<string, Home> = {
  [ada]: home('14', 'Ogui Road', 'NG-EN-ENUGU-NORTH', '08030000114'),
  [bose]: home('3', 'Itoku Market Lane', 'NG-OG-ABEOKUTA-SOUTH', '08030000203'),
  'tunde.adeleye': home('27', 'Adeniran Ogunsanya Street', 'NG-LA-SURULERE', '08030000327'),
  'hauwa.d': home('8', 'Zaitawa Quarter', 'NG-KN-KANO-MUNICIPAL', '08030000408'),
  'osaze.e': home('41', 'Igun Street', 'NG-ED-OREDO', '08030000541'),
  'gyang.c': home('6', 'Rayfield Road', 'NG-PL-JOS-SOUTH', '08030000606'),
  'oyiza.s': home('19', 'Inike Road', 'NG-KO-OKENE', '08030000719'),
  rimamnde: home('2', 'Puje Close', 'NG-TA-WUKARI', '08030000802'),
}

/** The second address of the first member. */
export const demoMothersHome = home('5', 'University Road', 'NG-EN-NSUKKA', '08030000115')
