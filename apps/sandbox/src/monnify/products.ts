export const CATEGORIES = [
  'AIRTIME',
  'DATA_BUNDLE',
  'DATA',
  'ELECTRICITY',
  'CABLE_TV',
  'BETTING',
  'EDUCATION',
  'TRANSPORTATION',
] as const;
type Category = (typeof CATEGORIES)[number];

export type Biller = { code: string; name: string; categories: readonly Category[] };

/** Amounts in kobo. `price` is null for an open amount, which `least` and `most` bound, if they are not null. */
export type Product = {
  code: string;
  name: string;
  category: Category;
  biller: Pick<Biller, 'code' | 'name'>;
  price: number | null;
  least: number | null;
  most: number | null;
  /** Size and validity of a data plan. `volume` is in GB, as a number or a quoted number. */
  volume: string | number;
  days: number | null;
  meterType: 'prepaid' | 'postpaid' | null;
};

type Listed = Biller & { products: readonly Product[] };

const BARE = {
  biller: { code: '', name: '' }, // its biller's lines set it
  price: null,
  least: null,
  most: null,
  volume: '0',
  days: null,
  meterType: null,
} as const;

/**
 * Codes in both forms that Monnify uses, numbers and slugs; `11`, `product-ikedc-pre` and `product-ekedc-pre` are those
 * of recorded answers. The data plans are those of our VTpass look-alike by network, size and validity, with other
 * names, codes and prices, a few of them dearer; the packages of cable TV cost the same. All are our choice.
 */
const LISTED: readonly Listed[] = [
  network('MTN', 'MTN', '10', [
    plan('201', 'MTN 100MB 24 Hours', 98.5, '0.1', 1),
    plan('202', 'MTN 200MB 2 Days', 197, '0.2', 2),
    plan('203', 'MTN 1.5GB 30 Days', 995, '1.5', 30),
    plan('204', 'MTN 4.5GB 30 Days', 1990, 4.5, 30),
    plan('205', 'MTN 6GB Weekly (7 Days)', 1510, 6, 7),
    plan('206', 'MTN 6GB Monthly (30 Days)', 2490, 6, 30),
    plan('207', 'MTN 12GB Monthly (30 Days)', 3480, 12, 30),
  ]),
  network('AIRTEL', 'Airtel', '11', [
    plan('221', 'Airtel 100MB 1 Day', 99, '0.1', 1),
    plan('222', 'Airtel 200MB 3 Days', 198, '0.2', 3),
    plan('223', 'Airtel 750MB 14 Days', 497.5, '0.75', 14),
    plan('224', 'Airtel 1.5GB 30 Days', 990, '1.5', 30),
    plan('225', 'Airtel 4.5GB 30 Days', 2010, 4.5, 30),
    plan('226', 'Airtel 8GB 30 Days', 2985, 8, 30),
  ]),
  network('GLO', 'Glo', '12', [
    plan('241', 'Glo 105MB 2 Days', 98, '0.105', 2),
    plan('242', 'Glo 350MB 4 Days', 196, '0.35', 4),
    plan('243', 'Glo 1.35GB 14 Days', 490, '1.35', 14),
    plan('244', 'Glo 2.9GB 30 Days', 985, 2.9, 30),
    plan('245', 'Glo 5.8GB 30 Days', 1975, 5.8, 30),
    plan('246', 'Glo 18.25GB 30 Days', 5025, '18.25', 30),
  ]),
  network('9MOBILE', '9mobile', '13', [
    plan('261', '9mobile 100MB 1 Day', 97.25, '0.1', 1),
    plan('262', '9mobile 650MB 1 Day', 195, '0.65', 1),
    plan('263', '9mobile 500MB 30 Days', 489.9, '0.5', 30),
    plan('264', '9mobile 1.5GB 30 Days', 985, '1.5', 30),
    plan('265', '9mobile 4.5GB 30 Days', 1975, 4.5, 30),
    plan('266', '9mobile 15GB 30 Days', 4950, 15, 30),
  ]),
  // Monnify files data under two categories; without this one a client that reads only DATA_BUNDLE misses nothing
  {
    ...biller('biller-glo-sme', 'Glo SME', 'DATA'),
    products: [
      plan('product-glo-sme-500mb', 'Glo SME 500MB 30 Days', 142, '0.5', 30),
      plan('product-glo-sme-1gb', 'Glo SME 1GB 30 Days', 284, 1, 30),
      plan('product-glo-sme-2gb', 'Glo SME 2GB 30 Days', 568, 2, 30),
      plan('product-glo-sme-5gb', 'Glo SME 5GB 30 Days', 1420, 5, 30),
      plan('product-glo-sme-10gb', 'Glo SME 10GB 30 Days', 2840, 10, 30),
    ].map((line) => ({ ...line, category: 'DATA' as const })),
  },
  { ...biller('biller-smile', 'Smile', 'DATA'), products: [plan('product-smile-2gb', 'Smile 2GB 7 Days', 1100, 2, 7)] },

  disco('ikedc', 'Ikeja Electric', [500, 400_000]),
  disco('ekedc', 'Eko Electricity', [1_000, 500_000]),
  disco('aedc', 'Abuja Electricity', [500, 1_000_000]),
  disco('ibedc', 'Ibadan Electricity', [100, 500_000]),
  disco('kedco', 'Kano Electricity', [500, 500_000]),
  disco('phed', 'Port Harcourt Electricity', [100, 10_000_000]),
  disco('eedc', 'Enugu Electricity', [500, 200_000]),
  disco('jed', 'Jos Electricity', [1_000, 500_000]),
  disco('kaedco', 'Kaduna Electric', [1_100, 100_000]),
  disco('bedc', 'Benin Electricity', [500, 500_000]),

  cable('dstv', 'DStv', [
    ['padi', 'DStv Padi', 1850],
    ['yanga', 'DStv Yanga', 2565],
    ['confam', 'DStv Confam', 4615],
    ['compact', 'DStv Compact', 7900],
  ]),
  cable('gotv', 'GOtv', [
    ['lite', 'GOtv Lite', 410],
    ['jinja', 'GOtv Jinja', 1640],
    ['jolli', 'GOtv Jolli', 2460],
    ['max', 'GOtv Max', 3600],
    ['lite-quarterly', 'GOtv Lite (3 Months)', 1080],
    ['lite-annual', 'GOtv Lite (1 Year)', 3180],
  ]),
  cable('startimes', 'StarTimes', [
    ['nova', 'StarTimes Nova (1 Month)', 900],
    ['basic', 'StarTimes Basic (1 Month)', 1700],
    ['smart', 'StarTimes Smart (1 Month)', 2200],
    ['classic', 'StarTimes Classic (1 Month)', 2500],
    ['super', 'StarTimes Super (1 Month)', 4200],
    ['nova-weekly', 'StarTimes Nova (1 Week)', 300],
    ['nova-daily', 'StarTimes Nova (1 Day)', 90],
  ]),

  // what our service must leave alone
  other('biller-bet9ja', 'Bet9ja', 'BETTING'),
  other('biller-sportybet', 'SportyBet', 'BETTING'),
  other('biller-waec', 'WAEC', 'EDUCATION'),
  other('biller-jamb', 'JAMB', 'EDUCATION'),
  other('biller-cowry', 'Cowry Card', 'TRANSPORTATION'),
];

export const BILLERS: readonly Biller[] = LISTED;

const PRODUCTS: readonly Product[] = LISTED.flatMap(({ code, name, products }) =>
  products.map((product) => ({ ...product, biller: { code, name } })),
);

const PRODUCT_BY_CODE: ReadonlyMap<string, Product> = new Map(PRODUCTS.map((product) => [product.code, product]));

export const findProduct = (code: string): Product | undefined => PRODUCT_BY_CODE.get(code);

export const isBiller = (code: string) => BILLERS.some((line) => line.code === code);

/** The products of a biller; empty for an unknown one. */
export const productsOf = (billerCode: string) => PRODUCTS.filter(({ biller }) => biller.code === billerCode);

/** Whether a vend must carry the reference of a validation of its customer. */
export const needsValidation = ({ category }: Product) => category === 'ELECTRICITY' || category === 'CABLE_TV';

function biller(code: string, name: string, ...categories: Category[]): Biller {
  return { code, name, categories };
}

function network(code: string, name: string, airtimeCode: string, plans: readonly Product[]): Listed {
  const airtime: Product = { ...BARE, code: airtimeCode, name: `${name} Mobile Top up`, category: 'AIRTIME', days: 1 };
  return { ...biller(code, code, 'AIRTIME', 'DATA_BUNDLE'), products: [airtime, ...plans] };
}

function plan(code: string, name: string, naira: number, volume: string | number, days: number): Product {
  return { ...BARE, code, name, category: 'DATA_BUNDLE', price: Math.round(naira * 100), volume, days };
}

/** `limits`: in naira; those that VTpass has for the same discos. */
function disco(slug: string, name: string, limits: readonly [least: number, most: number]): Listed {
  const [least, most] = limits.map((naira) => naira * 100) as [number, number];
  const title = `${name} (${slug.toUpperCase()})`;
  const meter = (meterType: 'prepaid' | 'postpaid', suffix: string, word: string): Product => ({
    ...BARE,
    least,
    most,
    code: `product-${slug}-${suffix}`,
    name: `${name} ${word} (${slug.toUpperCase()})`,
    category: 'ELECTRICITY',
    meterType,
  });
  return {
    ...biller(`biller-${slug}`, title, 'ELECTRICITY'),
    products: [meter('prepaid', 'pre', 'Prepaid'), meter('postpaid', 'post', 'Postpaid')],
  };
}

function cable(slug: string, name: string, packages: readonly (readonly [string, string, number])[]): Listed {
  const products = packages.map(
    ([code, title, naira]): Product => ({
      ...BARE,
      code: `product-${slug}-${code}`,
      name: title,
      category: 'CABLE_TV',
      price: naira * 100,
    }),
  );
  return { ...biller(`biller-${slug}`, name, 'CABLE_TV'), products };
}

function other(code: string, name: string, category: Category): Listed {
  const product: Product = { ...BARE, code: code.replace('biller', 'product'), name, category, least: 10_000 };
  return { ...biller(code, name, category), products: [product] };
}
