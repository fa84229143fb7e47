import type { CustomerLookup, Product, Products } from '@topup/dashboard-contract';
import type { Query } from '../../api/request';
import { readAmount } from '../../format/amount';
import { formatNaira } from '../../format/naira';
import { PROFILE_SERVICES } from '../../generated/vocabulary';
import type { Field } from '../../ui/form/action-form';
import { serviceName } from '../../ui/text/names';

/** What is typed, of all products. `packageCode` is of the service, so it is emptied with it. */
export const NOTHING_TYPED = {
  service: '',
  planId: '',
  smartcard: '',
  subscription: 'change',
  packageCode: '',
  meter: '',
  meterType: 'prepaid',
  exam: '',
  profileId: '',
  phone: '',
  amount: '',
};
export type TypedOrder = typeof NOTHING_TYPED;
export type OrderField = Field<keyof TypedOrder>;

export type FoundCustomer = Extract<CustomerLookup, { found: true }>;

/** The form of a product, as it is filled in now. */
export type ProductForm = {
  /** Who gets it. */
  whose: OrderField[];
  /** What is asked of the provider about the number: the parameters of /api/buying/lookup. */
  lookup?: { what: string; asked: Query };
  /** What they get. */
  what: OrderField[];
  /** A FormOrder as the parameters of a check. */
  order: Query;
  /** The price of what is chosen, of products that have one. */
  price?: string | undefined;
};

type Filled = { products: Products; typed: TypedOrder; found: FoundCustomer | null };

/** The fields of each product, and the order that they make. */
export const PRODUCT_FORMS: Record<Product, (filled: Filled) => ProductForm> = {
  AIRTIME({ products, typed: { service, phone, amount } }) {
    const networks = servicesOf(products, 'AIRTIME');
    return {
      whose: [choose('service', 'Network', networks), phoneField('Phone number')],
      what: [amountField(products, 'AIRTIME', service)],
      order: { product: 'AIRTIME', service, phone: plainPhone(phone), amount: plainAmount(amount) },
    };
  },
  DATA({ products, typed: { service, planId, phone } }) {
    const plans = products.data.filter(({ forSale }) => forSale);
    const networks = [...new Set(plans.map(({ network }) => network))];
    const ofNetwork = plans.flatMap((plan) => (plan.network === service && plan.planId !== null ? [plan] : []));
    return {
      whose: [{ ...choose('service', 'Network', networks), empties: 'planId' }, phoneField('Phone number')],
      what: [
        {
          name: 'planId',
          label: 'Plan',
          choices: [
            ['', service === '' ? 'Choose a network first' : 'Choose a plan'],
            ...ofNetwork.map(
              ({ planId: id, name, validity, price }) =>
                [
                  id ?? '',
                  [name, !name.includes(validity) && validity, formatNaira(price)].filter(Boolean).join(' · '),
                ] as const,
            ),
          ],
        },
      ],
      order: { product: 'DATA', planId, phone: plainPhone(phone) },
      price: ofNetwork.find((plan) => plan.planId === planId)?.price,
    };
  },
  CABLE_TV({ products, typed, found }) {
    const { service, smartcard, phone } = typed;
    const { subscription, packages, packageCode, amount } = cablePackage(products, typed, found);
    return {
      whose: [
        { ...choose('service', 'Provider', servicesOf(products, 'CABLE_TV')), empties: 'packageCode' },
        { name: 'smartcard', label: 'Smartcard number', as: 'digits', most: 30 },
      ],
      lookup: { what: 'smartcard', asked: { product: 'CABLE_TV', service, number: smartcard.trim() } },
      what: [
        ...(found === null
          ? []
          : [
              {
                name: 'subscription',
                label: 'Subscription',
                as: 'segments',
                choices: [
                  ['renew', 'Renew'],
                  ['change', 'Change package'],
                ],
              } satisfies OrderField,
            ]),
        {
          name: 'packageCode',
          label: 'Package',
          choices: [
            ['', service === '' ? 'Choose a provider first' : 'Choose a package'],
            ...packages.map(({ code, name, price }) => [code, `${name} · ${formatNaira(price)}`] as const),
          ],
        },
        phoneField('Customer’s phone number'),
      ],
      order: {
        ...{ product: 'CABLE_TV', service, smartcard: smartcard.trim(), packageCode, subscription },
        ...{ phone: plainPhone(phone), amount },
      },
      price: amount === '' ? undefined : amount,
    };
  },
  ELECTRICITY({ products, typed, found }) {
    const { service, meter, meterType, phone, amount } = typed;
    const asked = { product: 'ELECTRICITY', service, number: meter.trim(), code: meterType };
    return {
      whose: [
        choose('service', 'Electricity company', servicesOf(products, 'ELECTRICITY')),
        {
          name: 'meterType',
          label: 'Meter type',
          choices: [
            ['prepaid', 'Prepaid'],
            ['postpaid', 'Postpaid'],
          ],
        },
        { name: 'meter', label: 'Meter number', as: 'digits', most: 30 },
      ],
      lookup: { what: 'meter', asked },
      what: [
        amountField(products, 'ELECTRICITY', service, found?.minimumAmount),
        phoneField('Customer’s phone number'),
      ],
      order: {
        ...{ product: 'ELECTRICITY', service, meter: meter.trim(), meterType },
        ...{ phone: plainPhone(phone), amount: plainAmount(amount) },
      },
    };
  },
  EXAM_PIN({ products, typed: { exam, profileId, phone } }) {
    const exams = packagesOf(products, 'EXAM_PIN');
    const chosen = exams.find(({ code }) => code === exam);
    const needsProfile = chosen !== undefined && PROFILE_SERVICES.includes(chosen.service);
    return {
      whose: [
        {
          name: 'exam',
          label: 'Exam',
          choices: [
            ['', 'Choose an exam'],
            ...exams.map(({ code, name, price }) => [code, `${name} · ${formatNaira(price)}`] as const),
          ],
        },
        ...(needsProfile
          ? [{ name: 'profileId', label: 'Profile ID', as: 'digits', most: 10 } satisfies OrderField]
          : []),
      ],
      ...(needsProfile && {
        lookup: { what: 'profile', asked: { product: 'EXAM_PIN', number: profileId.trim(), code: exam } },
      }),
      what: [phoneField('Customer’s phone number')],
      order: {
        ...{ product: 'EXAM_PIN', exam, phone: plainPhone(phone) },
        ...(needsProfile && { profileId: profileId.trim() }),
      },
      price: chosen?.price,
    };
  },
};

/** What a subscription costs: its listed price, or of a renewal what the provider reports for the card. */
function cablePackage(products: Products, typed: TypedOrder, found: FoundCustomer | null) {
  const list = packagesOf(products, 'CABLE_TV').filter(({ service }) => service === typed.service);
  const subscription = found === null ? 'change' : typed.subscription;
  const current = found?.packageCodes ?? [];
  const isRenewal = subscription === 'renew';
  const packages = (isRenewal && current.length > 0 ? list.filter(({ code }) => current.includes(code)) : list).map(
    (each) => ({ ...each, price: isRenewal ? (found?.renewalAmount ?? each.price) : each.price }),
  );
  const [only] = packages;
  const packageCode = isRenewal && packages.length === 1 && only !== undefined ? only.code : typed.packageCode;
  const amount = packages.find(({ code }) => code === packageCode)?.price ?? '';
  return { subscription, packages, packageCode, amount };
}

/** The names of its packages by their codes. */
export const packageNames = (products: Products, codes: readonly string[]): string =>
  codes.map((code) => packagesOf(products, 'CABLE_TV').find((each) => each.code === code)?.name ?? code).join(', ');

const packagesOf = ({ packages }: Products, product: Product): Products['packages'][number]['list'] =>
  packages.find((each) => each.product === product)?.list ?? [];

const boundsOf = ({ open }: Products, product: Product) =>
  open.find((each) => each.product === product)?.services ?? [];

const servicesOf = (products: Products, product: Product): string[] => [
  ...new Set([...boundsOf(products, product), ...packagesOf(products, product)].map(({ service }) => service)),
];

const choose = (name: 'service', label: string, services: readonly string[]): OrderField => ({
  name,
  label,
  choices: [['', 'Choose one'], ...services.map((service) => [service, serviceName(service)] as const)],
});

const phoneField = (label: string): OrderField => ({
  name: 'phone',
  label,
  as: 'digits',
  most: 30,
  placeholder: '08031234567',
});

function amountField(products: Products, product: Product, service: string, least?: string): OrderField {
  const bounds = boundsOf(products, product).find((each) => each.service === service);
  const min = least ?? bounds?.min;
  return {
    name: 'amount',
    label: 'Amount in naira',
    as: 'naira',
    ...(bounds !== undefined &&
      min !== undefined && { description: `${formatNaira(min)} to ${formatNaira(bounds.max)}` }),
  };
}

/** Other text is sent as typed: the server says what is wrong with it. */
const plainAmount = (typed: string): string => readAmount(typed) ?? typed.trim();

/** "+234 803 123 4567" → "08031234567". */
const plainPhone = (typed: string): string => typed.replaceAll(/[\s()-]/g, '').replace(/^\+?234(?=\d{10}$)/, '0');
