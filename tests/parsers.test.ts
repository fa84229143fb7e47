import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ProviderOrder } from '@topup/core/provider';
import { parseJson as parseBody } from '../apps/api/src/http/parse-json';
import { findCookie } from '../apps/dashboard/src/auth/cookies';
import { normalizeSearch } from '../apps/dashboard/src/http/normalize-search';
import { PLACE, readCursor } from '../apps/dashboard/src/http/pagination';
import { readLine } from '../apps/dashboard/src/http/read-fields';
import { columnsArgument } from '../apps/ops/src/commands/recon/import-file';
import { answerText } from '../apps/worker/src/adapters/webhook-poster';
import { readBatchFile } from '../packages/client/src/batch-file';
import { readObject } from '../packages/client/src/exchange';
import { readPaymentReference } from '../packages/core/src/account/payment-reference';
import { createAddressCheck, parseCidr, parseCidrList } from '../packages/core/src/api-key/limits';
import { parseDiscount } from '../packages/core/src/catalogue/discount.store';
import {
  describeName,
  packageKey,
  planKey,
  readDays,
  readProductName,
} from '../packages/core/src/catalogue/mapping/read-product-name';
import { parsePlanName } from '../packages/core/src/catalogue/parse-plan-name';
import { rejectionReasonIn } from '../packages/core/src/provider/rejection-reasons';
import { parseLane } from '../packages/core/src/purchase/send/send-scheduler';
import { readJob } from '../packages/core/src/queue/job-catalog';
import { findDifferences } from '../packages/core/src/reconciliation/judge/find-differences';
import { previewStatement } from '../packages/core/src/reconciliation/sources/preview-statement';
import { readSigned, readTime, referenceFault } from '../packages/core/src/reconciliation/sources/read-cells';
import { readCsv } from '../packages/core/src/reconciliation/sources/read-csv';
import { readStatementCsv, readTable } from '../packages/core/src/reconciliation/sources/read-statement-csv';
import { createSameMovement } from '../packages/core/src/reconciliation/sources/same-movement';
import { maskedJson } from '../packages/core/src/request-log/mask';
import { readRuleLines } from '../packages/core/src/routing/rules';
import { escapeFormula } from '../packages/core/src/shared/csv';
import { maskNumbers } from '../packages/core/src/shared/mask-numbers';
import { parseNaira, parseNairaFromZero, parsePercent } from '../packages/core/src/shared/money';
import { isOneLine } from '../packages/core/src/shared/one-line';
import { maskDigits, maskKeys, maskPath, maskText } from '../packages/core/src/shared/private-text';
import { readTokens } from '../packages/core/src/shared/tokens';
import { readMoment } from '../packages/core/src/time/lagos-time';
import { parseTimeZone } from '../packages/core/src/time/zoned-time';
import { maskUrl, webhookUrlFault } from '../packages/core/src/webhook/public-url';
import { parseExact, readKobo } from '../packages/providers/src/http/exact';
import { fieldsSpelt, parseJson, readText } from '../packages/providers/src/http/json';
import { maskedAnswer } from '../packages/providers/src/http/masked-answer';
import { isSameNumber } from '../packages/providers/src/http/same-number';
import { readTokens as readMeterTokens } from '../packages/providers/src/meter/read-tokens';
import { readAnswer as ofMonnify, readDelivery, readVend } from '../packages/providers/src/monnify/answer/read-answer';
import { readProducts } from '../packages/providers/src/monnify/lookups/read-catalogue';
import { networkIn } from '../packages/providers/src/names-of-services';
import { readBalance } from '../packages/providers/src/reloadly/lookups/read-balance';
import { readOperators } from '../packages/providers/src/reloadly/lookups/read-operators';
import { readReport } from '../packages/providers/src/reloadly/statement/read-report';
import { readMeter } from '../packages/providers/src/vtpass/answer/read-meter';
import { readPin } from '../packages/providers/src/vtpass/answer/read-pin';
import { readVariations } from '../packages/providers/src/vtpass/lookups/read-variations';
import { readCallback } from '../packages/providers/src/vtpass/requery/read-callback';
import { addressGroup } from '../packages/runtime/src/address-group';

const [KB, MB, BODY] = [1024, 1024 ** 2, 16 * 1024];
const [HEADERS, ANSWER, FILE] = [16 * KB, MB, 2 * MB];

/** Makers of inputs, by name. `size`: of the input, in characters or in items. */
type Worst = Record<string, (size: number) => unknown>;
/** `floorMs`: what it may cost at any size, when that is more than FLOOR_MS. */
type Parser = { most: number; read: (input: never) => unknown; worst: Worst; floorMs?: number };

const fill = (part: string, size: number, end = '') => part.repeat(Math.ceil(size / part.length)).slice(0, size) + end;

/** Runs of what patterns and separators look for, which end in what they do not expect. */
const PARTS = [...'0a ,"\n\r\t.:;/%-([{=', '""', '%30'];
const MIXED = [
  ...PARTS,
  '0,',
  '0 ',
  '1.',
  '0-',
  '0)(',
  ' -',
  ' - ',
  'N1 ',
  '1 GB',
  '7 day',
  'token',
  'bonus ',
  '\\"',
  'a=b;',
  '\u{1d7d7}',
  'tup%25',
  '%2525',
  '1::',
  '1,234',
  '2026-11-28 ',
];
const TEXTS: Worst = Object.fromEntries(
  MIXED.map((part) => [JSON.stringify(part), (size: number) => fill(part, size, '!\u0000')]),
);

/** Runs of the signs that a file of statements is split at. */
const CELLS: Worst = Object.fromEntries(
  Object.entries(TEXTS).filter(([name]) => ['0', '"', '""', '0,', '\n', '\r', '\t', ';'].includes(JSON.parse(name))),
);

/** JSON of every shape that fills the size. */
const JSONS: Worst = {
  'one text': (size) => `{"token":"${fill('1', size - 12)}"}`,
  'a text of groups': (size) => `{"purchased_code":"${fill('1234 - ', size - 22)}"}`,
  'a text of words': (size) => `{"content":{"transactions":{"extras":"${fill('bonus token ', size - 46)}"}}}`,
  escapes: (size) => `{"token":"${fill('\\n', size - (size % 2) - 12)}"}`,
  digits: (size) => `{"amount":${fill('1', size - 12)}}`,
  fields: (size) => `{${Array.from({ length: size / 16 }, (_, n) => `"field${n}":1`).join()}}`,
  'one field again and again': (size) => `{${Array.from({ length: size / 16 }, () => `"token":"1"`).join()}}`,
  numbers: (size) => `{"data":[${fill('1,', 2 * Math.floor(size / 2) - 12)}1]}`,
  nested: (size) => `{"a":${'['.repeat(Math.min(size / 2, 4_000))}${']'.repeat(Math.min(size / 2, 4_000))}}`,
  unclosed: (size) => `{"a":"${fill('\\\\"', size)}`,
};
const rows = (row: (n: number) => object, around: (list: string) => string) => (size: number) => {
  const one = JSON.stringify(row(100_000)).length + 1;
  return around(JSON.stringify(Array.from({ length: Math.max(1, Math.floor(size / one)) }, (_, n) => row(n))));
};

const text = (read: (input: string) => unknown, most: number): Parser => ({ most, read, worst: TEXTS });
/** Of an answer. A text that is no JSON costs only what parseExact takes, which is given every text too. */
const json = (read: (input: string) => unknown, most: number, worst: Worst = {}): Parser => ({
  most,
  read,
  worst: { ...JSONS, ...worst },
});

const SHAPE = { columns: { at: 'Date', amount: 'Amount', reference: 'Ref' }, zone: '+01:00' };
const STATEMENTS: Worst = {
  'headings that differ': (size) => Array.from({ length: size / 8 }, (_, n) => `c${n}`).join(','),
  'a hundred columns': (size) =>
    fill(`${Array.from({ length: 100 }, (_, n) => `c${n}`).join()}\n${',1'.repeat(99)}\n`, size),
  'equal rows': (size) => `Date,Amount,Ref\n${fill('2026-11-20 09:00,-5,r\n', size)}`,
  'rows that are none': (size) => `Date,Amount,Ref\n${fill(',,\n', size)}`,
  'wrong rows': (size) => `Date,Amount,Ref\n${fill('x,y,z\n', size)}`,
  'one quoted cell': (size) => `Date,Amount,Ref\n"${fill('a""', size)}"x`,
  'line breaks in a cell': (size) => `Date,Amount,Ref\n"${fill('\n', size)}",1,2`,
};
const VEND: ProviderOrder = {
  provider: 'monnify',
  accountId: 'a',
  providerRef: 'r',
  productType: 'AIRTIME',
  amountKobo: 10_000n,
  recipient: '08031234567',
  serviceId: 'mtn',
  variationCode: null,
  subscriptionType: null,
  contactPhone: '08031234567',
};
const at = new Date('2026-11-20T09:00:00Z');
const movement = { at, direction: 'debit', amountKobo: 5n, providerRef: null, providerTransactionId: null } as const;
const strange = (n: number) => ({
  id: BigInt(n),
  rowId: `r${n}`,
  at,
  day: '2026-11-20',
  direction: 'debit' as const,
  amountKobo: 5n,
  kind: 'sale' as const,
});
const lacking = (n: number) => ({
  purchaseId: `p${n}`,
  number: 1,
  day: '2026-11-20',
  sentAt: at,
  outcome: 'delivered',
  debits: 0,
  rows: 0,
  netKobo: 0n,
  bookedKobo: 5n,
  differenceKobo: -5n,
});
const loose = (n: number) => ({
  at,
  day: '2026-11-20',
  side: n % 2 === 0 ? ('before' as const) : ('after' as const),
  balanceKobo: BigInt(n) * 1_000n,
});
const many = <T>(make: (n: number) => T, size: number): T[] => Array.from({ length: size }, (_, n) => make(n));
const NO_EVIDENCE = {
  cases: [],
  strange: [],
  shifted: [],
  broken: [],
  withoutBalance: [],
  ends: [],
  hasOpening: false,
};

/** Every parser of what comes from outside, by its name, with the largest input that reaches it. */
const PARSERS: Record<string, Parser> = {
  readBatchFile: { most: 512 * 1024, read: readBatchFile, worst: { ...STATEMENTS, ...CELLS } },
  readCsv: { most: FILE, read: (input: string) => attempt(() => readCsv(input)), worst: { ...STATEMENTS, ...CELLS } },
  readTable: { most: FILE, read: (input: string) => readTable(input), worst: STATEMENTS },
  readStatementCsv: { most: FILE, read: (input: string) => readStatementCsv(input, SHAPE), worst: STATEMENTS },
  previewStatement: {
    most: FILE,
    read: (input: string) => previewStatement(input, { zone: 'Z', now: at }),
    worst: STATEMENTS,
  },
  readSigned: text(readSigned, FILE),
  readTime: text((input) => readTime(input, 'Z'), FILE),
  referenceFault: text(referenceFault, FILE),
  createSameMovement: {
    most: 20_000,
    read: (movements: (typeof movement)[]) => movements.map(createSameMovement(movements)),
    worst: { 'equal movements': (size) => many(() => ({ ...movement }), size) },
  },
  findDifferences: {
    most: 20_000,
    floorMs: 1_000, // it ends its search for causes after a number of comparisons
    read: (evidence: object) => findDifferences({ ...NO_EVIDENCE, ...evidence } as never),
    worst: {
      'rows and sales of one amount': (size) => ({ strange: many(strange, size), cases: many(lacking, size) }),
      'balances that fit nowhere': (size) => ({ strange: many(strange, size), ends: many(loose, size) }),
    },
  },
  readRuleLines: text(readRuleLines, BODY),
  parseJson: json((input) => attempt(() => parseBody(input)), BODY, TEXTS),
  parseExact: json(parseExact, ANSWER, TEXTS),
  readText: text(readText, ANSWER),
  fieldsSpelt: json((input) => fieldsSpelt(parseJson(input), ['token']), ANSWER, TEXTS),
  readKobo: text(readKobo, ANSWER),
  maskedAnswer: text((input) => maskedAnswer(200, { message: input }, ['message']), ANSWER),
  isSameNumber: text((input) => isSameNumber(input, '08031234567'), ANSWER),
  networkIn: text(networkIn, ANSWER),
  rejectionReasonIn: text(rejectionReasonIn, ANSWER),
  readTokens: text((input) => [readTokens(input, 4), readMeterTokens([{ token: input }])], ANSWER),
  readMeter: json((input) => readMeter(parseExact(input), 100_000n), ANSWER),
  readPin: json((input) => readPin(parseExact(input)), ANSWER),
  readVend: json((input) => readVend(ofMonnify(200, input).body), ANSWER),
  readCallback: json((input) => readCallback(parseJson(input)), 256 * KB),
  readVariations: json((input) => readVariations(200, input), ANSWER, {
    plans: rows(
      (n) => ({ variation_code: `c${n}`, name: 'N100 1GB - 30 days', variation_amount: '100.00' }),
      (list) => `{"response_description":"000","content":{"variations":${list}}}`,
    ),
  }),
  readProducts: json((input) => readProducts([parseExact(input)].flat()), ANSWER, {
    products: rows((n) => ({ code: `c${n}`, name: `1GB ${n}`, price: '1' }), String),
  }),
  readOperators: json(readOperators, ANSWER, {
    operators: rows(
      (n) => ({ id: n, operatorId: n, name: 'MTN Nigeria Data', data: true, fixedAmounts: [1, 2] }),
      String,
    ),
  }),
  readReport: json((input) => readReport(200, input), ANSWER, {
    transactions: rows(
      (n) => ({ transactionId: n, status: 'SUCCESSFUL' }),
      (list) => `{"content":${list}}`,
    ),
  }),
  answerText: text((input) => answerText([Buffer.from(input)]), 64 * KB),
  readBalance: json(readBalance, ANSWER),
  readDelivery: json((input) => readDelivery(ofMonnify(200, input).body, VEND), ANSWER),
  readObject: json(readObject, ANSWER, TEXTS),
  readProductName: text(readProductName, 200),
  describeName: text(describeName, 200),
  readDays: text(readDays, 200),
  planKey: text(planKey, 200),
  packageKey: text(packageKey, 200),
  parsePlanName: text((input) => parsePlanName('MTN', input), 200),
  maskedJson: json((input) => attempt(() => maskedJson(parseJson(input))), BODY),
  maskPath: text(maskPath, HEADERS),
  maskText: text(maskText, BODY),
  maskKeys: text(maskKeys, BODY),
  maskDigits: text(maskDigits, BODY),
  maskNumbers: text(maskNumbers('00000000001', '10101010101010101012'), BODY),
  maskUrl: text(maskUrl, 2_048),
  webhookUrlFault: text((input) => webhookUrlFault(input, { allowPrivate: false, requireHttps: false }), BODY),
  parseNaira: text(parseNaira, BODY),
  parseNairaFromZero: text(parseNairaFromZero, BODY),
  parsePercent: text(parsePercent, BODY),
  parseDiscount: text(parseDiscount, BODY),
  isOneLine: text(isOneLine, BODY),
  parseCidr: text(parseCidr, BODY),
  parseCidrList: text(parseCidrList, BODY),
  createAddressCheck: text((input) => createAddressCheck(['10.0.0.0/8'])(input), HEADERS),
  addressGroup: text((input) => attempt(() => addressGroup(input)), HEADERS),
  findCookie: text((input) => findCookie(input, 'topup-mode'), HEADERS),
  normalizeSearch: text(normalizeSearch, HEADERS),
  readMoment: text((input) => readMoment(input, 'from'), HEADERS),
  readCursor: text((input) => attempt(() => readCursor(input, PLACE.number)), HEADERS),
  readLine: text(readLine, BODY),
  parseTimeZone: text(parseTimeZone, BODY),
  readPaymentReference: text(readPaymentReference, BODY),
  columnsArgument: text((input) => attempt(() => columnsArgument(input)), HEADERS),
  escapeFormula: text(escapeFormula, 4 * KB),
  readJob: text((input) => attempt(() => readJob({ id: input })), BODY),
  parseLane: text(parseLane, BODY),
};

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null; // it is refused, and that is to cost no more
  }
}

/** The CPU time that this process was given, as the kernel counts it: other processes do not add to it. */
function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const STEPS = [256, 16, 1];
const MOST_GROWTH = 48; // 16 times the size costs 16 times as much; a quadratic parser needs 256 times as much
/** The cost of the compiler, the collector and a first run. Quadratic work that costs less harms nobody. */
const FLOOR_MS = 120; // 61 were counted once, on a machine with a load of 7
const SAMPLES = 5;

/**
 * The CPU that the runtime alone takes for the worst text of this size now. At a load of 13 that was 240 ms for 1 MiB,
 * most of it for fresh memory.
 */
function runtimeMs(size: number): number {
  const text = '['.repeat(size);
  return Math.min(...[1, 2].map(() => cpuMs(() => void parseJson(text))));
}

/** The sizes at which an input cost more than its size allows; it ends at the first. */
function excessOf({ most, read, floorMs = FLOOR_MS }: Parser, make: (size: number) => unknown): string[] {
  let before = 0;
  for (const step of STEPS) {
    const size = Math.ceil(most / step);
    const input = make(size) as never;
    const bound = MOST_GROWTH * before + floorMs;
    const fewest = step === 1 ? 1 : 2; // the first run of a small input compiles, which would hide growth
    let ms = Number.POSITIVE_INFINITY;
    for (let n = 0; n < fewest || (n < SAMPLES && ms > bound); n += 1) {
      const cost = cpuMs(() => read(input));
      ms = Math.min(ms, cost);
    }
    if (ms > bound && ms > bound + 2 * runtimeMs(size))
      return [`${size}: ${ms.toFixed()} ms of CPU, at most ${bound.toFixed()}`];
    before = ms;
  }
  return [];
}

describe('an input from outside costs more than its size', () => {
  test.each(Object.entries(PARSERS))('%s reads its largest input in every shape by its size', (_, parser) => {
    const found = Object.entries(parser.worst).flatMap(([shape, make]) =>
      excessOf(parser, make).map((excess) => `${shape}: ${excess}`),
    );
    expect(found).toEqual([]);
  });

  test('the measure finds a quadratic parser, and one whose pattern tries every split', () => {
    const small = { most: 10 * KB, floorMs: 20, worst: {} };
    const indexed = (input: string) => [...input].filter((each, n, all) => all.indexOf(each, n ? 1 : 0) === -2);
    const unequal = (size: number) => many((n) => String.fromCharCode(n), size).join('');
    expect(excessOf({ ...small, read: indexed }, unequal)).toHaveLength(1);
    const spaces = (input: string) => input.replace(/\s+$/, '');
    expect(excessOf({ ...small, read: spaces }, (size) => fill(' ', size, '!'))).toHaveLength(1);
  });
});

/** Why a function with such a name is not in the table. */
const NOT_LISTED: Record<string, string> = {
  readNote: 'Redis has it from a process of the service',
  parseRole: 'compares with the names of the roles',
  readMonth: 'the name of a month, which monthField checks before',
  readCount: 'a part of an answer whose reader is in the table',
  ...Object.fromEntries(
    ['readBillionths', 'readStatus', 'readRefusal', 'readTopUp', 'readCurrency', 'readId', 'readNaira', 'readCode'].map(
      (name) => [name, 'a part of an answer whose reader is in the table'],
    ),
  ),
};

describe('a new parser of an input from outside is measured by nobody', () => {
  const PACKAGES = ['core', 'providers', 'runtime', 'client'].map((name) => `packages/${name}`);
  const ROOTS = [...PACKAGES, 'apps/api', 'apps/dashboard', 'apps/worker'];
  const NAMED =
    /export (?:async )?(?:function|const) ((?:parse|read|mask|normalize)[A-Z]\w*)[^\n(]*\(\w+: (?:string|unknown)\b/g;

  test('every exported function that reads a text is in the table, or its reason is', () => {
    const found = ROOTS.flatMap((root) =>
      readdirSync(path.join(__dirname, '..', root, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\/|\/testing\/|generated/.test(file))
        .flatMap((file) => [...readFileSync(path.join(__dirname, '..', root, 'src', file), 'utf8').matchAll(NAMED)])
        .map(([, name = '']) => name),
    );
    const known = [...Object.keys(PARSERS), ...Object.keys(NOT_LISTED)];
    expect([...new Set(found)].filter((name) => !known.includes(name))).toEqual([]);
    expect(Object.keys(NOT_LISTED).filter((name) => !found.includes(name))).toEqual([]);
  });
});
