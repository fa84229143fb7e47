import type { StatementRow } from '../../provider/provider.port';
import { boundsOfDay } from '../../time/lagos-time';
import { type Dice, type Sold, seededDice, type TrueDay } from './true-day';

/** A damaged statement, and what must be found in it: `<kind> <subject>` of each finding, sorted. */
type Damaged = { rows: StatementRow[]; expected: string[] };

type Statement = {
  dice: Dice;
  rows: StatementRow[];
  expected: string[];
  shiftBefore: Date;
  /** A sale that is not damaged yet; no other one is damaged after it. */
  take(status: Sold['status'], before?: Date): Sold;
  /** Two of them, one after the other. */
  takePair(): [Sold, Sold];
};

/** Sales so near to one another are not both damaged, so that each damage can be told from the others. */
const SPACING = 8;

/** Does each damage so many times, each to sales of its own. */
export function damageStatement({ day, sold, rows }: TrueDay, times: number, seed: number): Damaged {
  const statement = open(rows, sold, seed, new Date(boundsOfDay(day).end.getTime() - 3.5 * 3_600_000));
  for (let n = 0; n < times; n += 1) for (const damage of DAMAGES) damage(statement);
  // the rows of two pages were written in the time of another zone
  const [early, late] = [Math.floor(sold.length / 6), Math.floor(sold.length / 5) - SPACING];
  changeZone(statement, day, sold.slice(100, early), 60);
  changeZone(statement, day, sold.slice(early, late), -120);
  return { rows: statement.rows, expected: statement.expected.sort() };
}

function open(rows: StatementRow[], sold: Sold[], seed: number, shiftBefore: Date): Statement {
  const dice = seededDice(seed);
  const used = new Set<number>();
  const withCredit = new Set(rows.filter(({ direction }) => direction === 'credit').map(saleOf));
  const isFree = (n: number) => {
    for (let near = n - SPACING; near <= n + SPACING; near += 1) if (used.has(near)) return false;
    return true;
  };
  // the first fifth is left for the change of the zone
  const pick = (fits: (one: Sold, n: number) => boolean): number => {
    for (let tries = 0; tries < 200_000; tries += 1) {
      const n = Math.floor(sold.length / 5) + dice.below(Math.floor((sold.length * 4) / 5) - 2);
      const one = sold[n];
      if (one !== undefined && isFree(n) && fits(one, n)) return n;
    }
    throw new Error('the day is too short for so many damages');
  };
  const at = (n: number): Sold => {
    const one = sold[n];
    if (one === undefined) throw new Error('no such sale');
    return one;
  };
  const isPlain = (one: Sold | undefined) => one?.status === 'success' && one.costKobo !== null;
  return {
    dice,
    rows: [...rows],
    expected: [],
    shiftBefore,
    take(status, before) {
      const n = pick(
        (one) =>
          (before === undefined || one.sentAt < before) &&
          (status === 'success' ? isPlain(one) : one.status === status && withCredit.has(one.transactionId)),
      );
      used.add(n);
      return at(n);
    },
    takePair() {
      const n = pick((one, place) => {
        const next = sold[place + 1];
        return isPlain(one) && next !== undefined && isPlain(next) && next.grossKobo !== one.grossKobo;
      });
      used.add(n).add(n + 1);
      return [at(n), at(n + 1)];
    },
  };
}

const saleOf = ({ providerTransactionId }: StatementRow) => providerTransactionId;
const subject = ({ id }: Sold) => `${id}:1`;

function row({ rows }: Statement, one: Sold, direction: 'debit' | 'credit'): StatementRow {
  const found = rows.find((each) => saleOf(each) === one.transactionId && each.direction === direction);
  if (found === undefined) throw new Error(`no ${direction} of ${one.transactionId}`);
  return found;
}

function replace(statement: Statement, old: StatementRow, ...fresh: StatementRow[]): void {
  statement.rows.splice(statement.rows.indexOf(old), 1, ...fresh);
}

type Damage = (statement: Statement) => void;

const dropSale: Damage = (statement) => {
  const one = statement.take('success');
  replace(statement, row(statement, one, 'debit'));
  statement.expected.push(`missing_there ${subject(one)}`);
};

const dropCommission: Damage = (statement) => {
  const one = statement.take('success');
  replace(statement, row(statement, one, 'credit'));
  statement.expected.push(`amount_differs ${subject(one)}`);
};

const dropReversal: Damage = (statement) => {
  const one = statement.take('failed');
  replace(statement, row(statement, one, 'credit'));
  statement.expected.push(`status_differs ${subject(one)}`);
};

/** They take back what was delivered: a row more, and its balances are those of the row before. */
const takeBack: Damage = (statement) => {
  const one = statement.take('success');
  const credit = row(statement, one, 'credit');
  replace(statement, credit, { ...credit, kind: 'reversal', amountKobo: one.grossKobo });
  statement.expected.push(`status_differs ${subject(one)}`);
};

const chargeTwice: Damage = (statement) => {
  const one = statement.take('success');
  const sale = row(statement, one, 'debit');
  replace(statement, sale, sale, { ...sale, rowId: `${sale.rowId}_AGAIN` });
  statement.expected.push(`twice_there ${subject(one)}`);
};

/** The same row a second time is the same row. */
const repeatRow: Damage = (statement) => {
  const sale = row(statement, statement.take('success'), 'debit');
  statement.rows.push({ ...sale });
};

/** By at most 197 minutes, on the same day. */
const shiftTime: Damage = (statement) => {
  const sale = row(statement, statement.take('success', statement.shiftBefore), 'debit');
  const byMs = (statement.dice.chance(0.5) ? 1 : -1) * (17 + statement.dice.below(2) * 180) * 60_000;
  replace(statement, sale, { ...sale, at: new Date(sale.at.getTime() + byMs) });
  statement.expected.push(`time_differs row:${sale.rowId}`);
};

const swapAmounts: Damage = (statement) => {
  const [one, other] = statement.takePair();
  const [a, b] = [row(statement, one, 'debit'), row(statement, other, 'debit')];
  replace(statement, a, { ...a, amountKobo: b.amountKobo });
  replace(statement, b, { ...b, amountKobo: a.amountKobo });
  statement.expected.push(`amount_differs ${subject(one)}`, `amount_differs ${subject(other)}`);
};

const swapReferences: Damage = (statement) => {
  const [one, other] = statement.takePair();
  const [a, b] = [row(statement, one, 'debit'), row(statement, other, 'debit')];
  const names = ({ providerRef, providerTransactionId }: StatementRow) => ({ providerRef, providerTransactionId });
  replace(statement, a, { ...a, ...names(b) });
  replace(statement, b, { ...b, ...names(a) });
  statement.expected.push(`amount_differs ${subject(one)}`, `amount_differs ${subject(other)}`);
};

/** Two rows of commission that are together what one was. */
const splitCommission: Damage = (statement) => {
  const whole = row(statement, statement.take('success'), 'credit');
  replace(statement, whole, ...halves(whole));
};

/** The same, and nobody can tell what the second row is about. */
const splitAndLose: Damage = (statement) => {
  const one = statement.take('success');
  const whole = row(statement, one, 'credit');
  const [first, second] = halves(whole);
  replace(statement, whole, first, { ...second, providerRef: null, providerTransactionId: null });
  statement.expected.push(`amount_differs ${subject(one)}`);
};

/** The same, and the second row is less than what is left. */
const splitAndKeep: Damage = (statement) => {
  const one = statement.take('success');
  const whole = row(statement, one, 'credit');
  const [first, second] = halves(whole);
  replace(statement, whole, first, { ...second, amountKobo: second.amountKobo - 37n });
  statement.expected.push(`amount_differs ${subject(one)}`);
};

function halves(whole: StatementRow): [StatementRow, StatementRow] {
  const half = whole.amountKobo / 3n;
  const middle = (whole.balanceBeforeKobo ?? 0n) + half;
  return [
    { ...whole, amountKobo: half, balanceAfterKobo: middle },
    { ...whole, rowId: `${whole.rowId}_SPLIT`, amountKobo: whole.amountKobo - half, balanceBeforeKobo: middle },
  ];
}

/** A row that names none of our orders, for one of our sales. */
const loseNames: Damage = (statement) => {
  const one = statement.take('success');
  const sale = row(statement, one, 'debit');
  replace(statement, sale, { ...sale, providerRef: null, providerTransactionId: null });
  const commission = row(statement, one, 'credit');
  replace(statement, commission, { ...commission, providerRef: one.ref });
  statement.expected.push(`missing_there ${subject(one)}`);
};

/** A sale that nobody of us made, with the balances of its neighbour. */
const foreignSale: Damage = (statement) => {
  const sale = row(statement, statement.take('success'), 'debit');
  const rowId = `${sale.rowId}_FOREIGN`;
  const names = { rowId, providerRef: null, providerTransactionId: null };
  const amountKobo = sale.amountKobo + 11n;
  const balanceAfterKobo = (sale.balanceBeforeKobo ?? 0n) - amountKobo;
  statement.rows.push({ ...sale, ...names, amountKobo, balanceAfterKobo });
  statement.expected.push(`missing_here row:${rowId}`);
};

const DAMAGES: readonly Damage[] = [
  ...[dropSale, dropCommission, dropReversal, takeBack, chargeTwice, repeatRow, shiftTime, swapAmounts, swapReferences],
  ...[splitCommission, splitAndLose, splitAndKeep, loseNames, foreignSale],
];

function changeZone(statement: Statement, day: string, sold: Sold[], minutes: number): void {
  const page = new Set(sold.map(({ transactionId }) => transactionId));
  statement.rows = statement.rows.map((each) =>
    page.has(saleOf(each) ?? '') ? { ...each, at: new Date(each.at.getTime() + minutes * 60_000) } : each,
  );
  statement.expected.push(`zone_differs zone:${day}:${minutes}`);
}

/** From the middle of the rows on, the balance is less by this, and no row says why. */
export const loseSilently = (rows: StatementRow[], lostKobo: bigint): StatementRow[] =>
  rows.map((each, n) =>
    n < rows.length / 2
      ? each
      : {
          ...each,
          balanceBeforeKobo: (each.balanceBeforeKobo ?? 0n) - lostKobo,
          balanceAfterKobo: (each.balanceAfterKobo ?? 0n) - lostKobo,
        },
  );

/** The rows without one of a plain sale in the middle of the day. */
export function dropRow(rows: StatementRow[], sold: Sold[], direction: 'debit' | 'credit'): StatementRow[] {
  const one = sold.slice(sold.length / 2).find(({ status, costKobo }) => status === 'success' && costKobo !== null);
  return rows.filter((each) => saleOf(each) !== one?.transactionId || each.direction !== direction);
}
