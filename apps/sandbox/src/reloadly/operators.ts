import { type Currency, NAIRA_PER_DOLLAR, shortText, UNITS } from './money';

/** One amount of a data operator, which selects the plan. In naira, as units of `money.ts`. */
export type Plan = { naira: number; description: string };

export type Operator = {
  id: number;
  name: string;
  kind: 'airtime' | 'data' | 'bundle';
  /** Percent of the amount that is not charged. */
  discount: number;
  /** Empty for airtime, which takes any amount within its limits. */
  plans: readonly Plan[];
};

/** Any amount of airtime from ₦50 to ₦50,000: our choice. */
export const AIRTIME_LIMITS = { least: 50 * UNITS, most: 50_000 * UNITS };

/** The operator that holds a call for most of a minute and then says that it cannot be done (recorded). */
export const SLOW_OPERATOR = 1213;

/**
 * The numbers of the operators, the names of airtime and the discounts are those seen with a live account in naira,
 * 499.91 too. The plans are those of our VTpass look-alike by network, size and validity; their prices are ours.
 */
export const OPERATORS: readonly Operator[] = [
  { id: 341, name: 'MTN Nigeria', kind: 'airtime', discount: 3, plans: [] },
  { id: 342, name: 'Airtel Nigeria', kind: 'airtime', discount: 4, plans: [] },
  { id: 344, name: 'Glo Nigeria', kind: 'airtime', discount: 5, plans: [] },
  { id: 340, name: '9Mobile (Etisalat) Nigeria', kind: 'airtime', discount: 3, plans: [] },
  data(345, 'MTN Nigeria Data', 3, [
    [100, '100MB data, valid for 1 day'],
    [200, '200MB data, valid for 2 days'],
    [999.99, '1.5GB data, valid for 30 days'],
    [1999, '4.5GB data, valid for 30 days'],
    [1499.5, '6GB data, valid for 7 days'],
    [2499, '6GB data, valid for 30 days'],
  ]),
  data(646, 'Airtel Nigeria Data', 4, [
    [99.91, '100MB data, valid for 1 day'],
    [199.91, '200MB data, valid for 3 days'],
    [499.91, '750MB data, valid for 14 days'],
    [999.9, '1.5GB data, valid for 30 days'],
    [1999.91, '4.5GB data, valid for 30 days'],
    [2999.91, '8GB data, valid for 30 days'],
  ]),
  data(647, 'Glo Nigeria Data', 5, [
    [100, '105MB data, valid for 2 days'],
    [200, '350MB data, valid for 4 days'],
    [500, '1.35GB data, valid for 14 days'],
    [1000, '2.9GB data, valid for 30 days'],
    [2000, '5.8GB data, valid for 30 days'],
    [5000, '18.25GB data, valid for 30 days'],
  ]),
  data(645, '9Mobile (Etisalat) Nigeria Data', 3, [
    [100, '100MB data, valid for 1 day'],
    [200.05, '650MB data, valid for 1 day'],
    [499.95, '500MB data, valid for 30 days'],
    [1000, '1.5GB data, valid for 30 days'],
    [2000, '4.5GB data, valid for 30 days'],
    [5000, '15GB data, valid for 30 days'],
  ]),
  bundle(1236, 'MTN Nigeria Bundles', 3, [
    [350, '1GB data, valid for 1 day'],
    [3500, '12GB data, valid for 30 days'],
  ]),
  bundle(1256, 'Airtel Nigeria Bundles', 4, [[1499.93, '3GB data, valid for 30 days']]),
  bundle(931, 'Glo Nigeria Bundles', 5, [
    [145, '500MB data, valid for 30 days'],
    [290, '1GB data, valid for 30 days'],
    [580, '2GB data, valid for 30 days'],
  ]),
  bundle(SLOW_OPERATOR, 'Glo Nigeria Special Bundle', 5, [[50, '50MB data, valid for 1 day']]),
];

const OPERATOR_BY_ID: ReadonlyMap<number, Operator> = new Map(OPERATORS.map((operator) => [operator.id, operator]));

export const findOperator = (id: number): Operator | undefined => OPERATOR_BY_ID.get(id);

/** The first four digits of a number, and the airtime operator that they once belonged to. Others count as MTN's. */
const PREFIXES: readonly [number, string][] = [
  [342, '0701 0708 0802 0808 0812 0901 0902 0904 0907 0912'],
  [344, '0705 0805 0807 0811 0815 0905 0915'],
  [340, '0809 0817 0818 0908 0909'],
];

/** The airtime operator of a number in the national form, by its prefix only: it does not know ported numbers. */
export function operatorOf(phone: string): Operator | undefined {
  const [id = 341] = PREFIXES.find(([, prefixes]) => prefixes.includes(phone.slice(0, 4))) ?? [];
  return findOperator(id);
}

/** Converts the amount of a plan to the wallet's currency: two decimals, rounded up. */
export function walletPrice({ naira }: Plan, currency: Currency): number {
  return currency === 'NGN' ? naira : Math.ceil(naira / NAIRA_PER_DOLLAR / 1000) * 1000;
}

/** The descriptions of the plans by their amount, as text with two decimals. */
export function descriptionsOf(plans: readonly Plan[], priceOf: (plan: Plan) => number): Record<string, string> {
  return Object.fromEntries(plans.map((plan) => [shortText(priceOf(plan)), plan.description]));
}

type Amounts = readonly (readonly [number, string])[];

function data(id: number, name: string, discount: number, plans: Amounts): Operator {
  return { id, name, kind: 'data', discount, plans: plans.map(toPlan) };
}

function bundle(id: number, name: string, discount: number, plans: Amounts): Operator {
  return { id, name, kind: 'bundle', discount, plans: plans.map(toPlan) };
}

function toPlan([naira, description]: readonly [number, string]): Plan {
  return { naira: Math.round(naira * 100) * (UNITS / 100), description };
}
