import { COLLECTIONS } from '@topup/core/collection';
import { refusalText } from '@topup/core/errors';
import {
  asSigned,
  countOpenFindings,
  csvColumns,
  daysNotByRows,
  decideFinding,
  explainGap,
  findingKinds,
  findingStates,
  findUnknownPurchases,
  importByHand,
  lastClosedDay,
  listClosedDays,
  listFindings,
  listPulls,
  listSales,
  pullByHand,
  type ReadDay,
  type Reconciled,
  type Resolution,
  readCoverage,
  readDay,
  signDay,
  withdrawByHand,
} from '@topup/core/reconciliation';
import { type Db, formatNaira, systemClock, toWire } from '@topup/core/shared';
import { purchaseIdIn } from '@topup/providers';
import { database } from '@topup/settings';
import {
  countArgument,
  dayArgument,
  entryArgument,
  lineArgument,
  signedNairaArgument,
  sinceArgument,
  untilArgument,
} from '../../arguments';
import { changes, command, group, needed, option, reads } from '../../declare';
import { facts, listOf, time } from '../../output';
import { openProviders, providerArgument, providerFacts } from '../../providers';
import { done, Misuse, refusalOf } from '../../refusal';
import { changeDatabase, readDatabase } from '../../with-database';
import { columnArgument, columnsArgument, mergeColumns, readText, zoneArgument } from './import-file';

const PROVIDER = needed('--provider <name>', 'the provider, as PROVIDERS names it', providerArgument);
const ONLY = option('--provider <name>', 'only this one', providerArgument);
const ONLY_OF = option('--provider <name>', 'only of this one', providerArgument);
const FOUND_OF = option('--provider <name>', 'only of this one, or `collections`: of transfers', (text) =>
  text === COLLECTIONS ? text : providerArgument(text),
);

export const reconCommands = group('recon', 'provider statements, compared with the books', [
  command(
    'pull',
    'read the statements of providers that have one, and compare them',
    [ONLY, option('--since <day or time>', 'from then on (default: a day before what is covered)', sinceArgument)],
    // reads all that it can: a provider that fails is the problem of the command, and the others are read
    async ({ provider, since, ...as }) => {
      if (since !== undefined && since.getTime() > Date.now()) throw new Misuse('--since must not be in the future.');
      const chosen = openProviders({ others: database }).filter(
        ({ name }) => provider === undefined || name === provider,
      );
      const listing = chosen.flatMap(({ name, statement }) => (statement === undefined ? [] : [{ name, statement }]));
      if (listing.length === 0)
        throw refusalOf({ kind: 'no_statement', provider: chosen.map(({ name }) => name).join(', ') });
      const pulled = await changeDatabase(as, async (db, by) => {
        const done = [];
        for (const one of listing) done.push(await pullByHand(db, by, one, since));
        return done;
      });
      const faults = pulled.flatMap((one) =>
        one.fault === null ? [] : [refusalText({ ...one, kind: 'statement_unreadable', reason: one.fault })],
      );
      const lines = pulled.map((one) => `${one.provider}: ${one.rows} rows, ${one.added} new. ${agreementText(one)}`);
      return { json: pulled, text: lines.join('\n'), ...(faults.length > 0 && { problem: faults.join(' ') }) };
    },
  ),
  command(
    'import',
    'read a statement from a CSV file, and compare it',
    [
      PROVIDER,
      needed('--file <path>', 'the file, with headings in its first line'),
      option(
        '--columns <pairs>',
        `its headings, such as "at=Date,amount=Amount,direction=Type,reference=Request ID"; columns: ${csvColumns.join(', ')}`,
        columnsArgument,
      ),
      option('--column <pair>', 'one heading, such as "at=Date, time"; may be repeated', columnArgument),
      needed('--since <day or time>', 'the file has every row from then on', sinceArgument),
      needed('--until <day or time>', 'up to when; a day is included', untilArgument),
      option('--zone <offset>', 'the zone of times that name none', zoneArgument, '+01:00'),
    ],
    async ({ provider, file, columns: many = [], column: single = [], since, until, zone, ...as }) => {
      if (since >= until) throw new Misuse('--since must be before --until.');
      const columns = mergeColumns([...many, ...single]);
      const text = await readText(file);
      const read = { provider, text, shape: { columns, zone }, range: { from: since, to: until } };
      const { imported, notCompared } = await changeDatabase(as, async (db, by) => {
        const imported = done(await importByHand(db, by, read));
        return { imported, notCompared: await daysNotByRows(db, provider, read.range) };
      });
      const { kind: _kind, digest, ...json } = imported;
      const parts =
        notCompared.length === 0 ? '' : ` Not compared until files cover the whole day: ${notCompared.join(', ')}.`;
      const skipped = imported.skipped === 0 ? '' : ` ${imported.skipped} skipped: the API has read their time.`;
      return {
        json: { ...json, sha256: digest, notCompared },
        text: `${imported.rows} rows, ${imported.added} new.${skipped} ${agreementText(imported)}${parts}`,
      };
    },
  ),
  changes(
    'withdraw',
    'take back the import of a wrong file, until one of its days is closed',
    [needed('--id <id>', 'the import (`recon pulls`)', entryArgument)],
    async (db, by, { id }) => {
      const { kind: _kind, ...withdrawn } = done(await withdrawByHand(db, by, id));
      return {
        json: { id: String(id), ...withdrawn },
        text: `Import ${id} is withdrawn. Rows deleted: ${withdrawn.rows}. ${agreementText(withdrawn)}`,
      };
    },
  ),
  command(
    'report',
    'show what is covered, closed and open, or the sums of one day',
    [ONLY, option('--day <day>', 'the sums of this day in Lagos; needs --provider', dayArgument)],
    async ({ provider, day }) => {
      if (day !== undefined) {
        if (provider === undefined) throw new Misuse('--day needs --provider.');
        const sums = await readDatabase(async (db) => {
          const read = await readDay(db, provider, day);
          if (read === null) throw refusalOf(await explainGap(db, { provider, day }));
          return read;
        });
        return { json: sums, text: sumsToText(sums) };
      }
      const names = provider === undefined ? providerFacts().map(({ name }) => name) : [provider];
      return listOf(
        await readDatabase((db) => Promise.all(names.map((name) => stateOf(db, name)))),
        [
          'provider',
          ['COVERED FROM', 'since'],
          ['COVERED TO', 'until'],
          ['CLOSED UP TO', 'closed'],
          ['OPEN FINDINGS', 'open'],
          'overcharged',
        ],
        'There is no provider.',
      );
    },
  ),
  reads(
    'closed',
    'list the closed days and who signed them, latest first',
    [ONLY_OF, option('--limit <n>', 'at most so many', countArgument, 50)],
    async (db, { provider, limit }) => {
      const days = (await listClosedDays(db, { provider, limit })).map(asSigned);
      return listOf(
        days,
        ['day', 'provider', 'closing', 'cost', ['FLOAT', 'floatClosing'], 'carried', 'closedBy', 'closedAt'],
        'No day is closed.',
      );
    },
  ),
  reads(
    'pulls',
    'list the readings of statements, including those that failed, newest first',
    [ONLY_OF, option('--limit <n>', 'at most so many of each provider', countArgument, 20)],
    async (db, { provider = null, limit }) => {
      const pulls = await listPulls(db, limit);
      return listOf(
        pulls.filter((one) => provider === null || one.provider === provider),
        ['id', ['READ AT', 'at'], 'provider', 'source', 'since', 'until', 'rows', ['NEW', 'added'], 'fault'],
        'No statement was read.',
      );
    },
  ),
  reads(
    'lost',
    'after a restore: list orders in statements whose purchases may be lost',
    [needed('--since <day or time>', 'from then on, such as an hour before the copy ends', sinceArgument), ONLY_OF],
    async (db, { since, provider }) => {
      const sales = (await listSales(db, since, provider)).map(({ matched, ...sale }) => {
        const purchase = sale.providerRef === null ? null : purchaseIdIn(sale.providerRef);
        return { matched, order: { purchase, ...sale } };
      });
      const unknown = await findUnknownPurchases(db, [...new Set(sales.flatMap(({ order }) => order.purchase ?? []))]);
      const orders = sales.flatMap(({ matched, order }) =>
        (order.purchase === null ? matched : !unknown.has(order.purchase)) ? [] : [order],
      );
      const unnamed = orders.filter(({ purchase }) => purchase === null).length;
      const names = provider === undefined ? providerFacts().map(({ name }) => name) : [provider];
      const coverages = await Promise.all(names.map(async (name) => ({ name, span: await readCoverage(db, name) })));
      const unread = coverages.filter(({ span }) => span === null || span.from > since || span.to <= since);
      const problems = [
        ...unread.map(({ name }) => `No statement of ${name} covers the time from ${time(since)} on: read it first.`),
        ...(orders.length > unnamed ? [`Orders without a purchase here: ${orders.length - unnamed}.`] : []),
        ...(unnamed > 0
          ? [
              `Orders that do not name their purchase, and match none here: ${unnamed}. Look for each in ` +
                '`purchase review` and in the logs, by its amount and time.',
            ]
          : []),
      ];
      return {
        ...listOf(
          orders,
          [
            'at',
            'provider',
            'amount',
            'purchase',
            ['PROVIDER REFERENCE', 'providerRef'],
            ['TRANSACTION', 'providerTransactionId'],
          ],
          'Every order in the statements that were read has its purchase, or an adjustment in its place.',
        ),
        ...(problems.length > 0 && { problem: problems.join(' ') }),
      };
    },
  ),
  reads(
    'findings',
    'list differences between providers and the books, newest first',
    [
      FOUND_OF,
      option('--day <day>', 'only of this day in Lagos', dayArgument),
      option('--kind <kind>', 'only this kind', findingKinds),
      option('--state <state>', 'only in this state', findingStates, 'open'),
      option('--limit <n>', 'at most so many', countArgument, 50),
    ],
    async (db, filter) =>
      listOf(
        (await listFindings(db, filter)).map(({ number: attempt, ...one }) => ({ ...one, attempt })),
        [
          ...(['id', 'day', 'provider', 'kind', 'difference', 'reference', 'row'] as const),
          ['SUGGESTED', 'suggestedRow'],
          ['STATE', ({ resolution, state }) => resolution ?? state],
        ],
        'There are no such findings.',
      ),
  ),
  command(
    'resolve',
    'close a finding',
    [
      needed('--id <id>', 'the finding (`recon findings`)', entryArgument),
      option('--accept', 'the provider is right: our float follows'),
      option('--match', 'the suggested row is about this purchase'),
      option('--explain', 'no money was lost or won'),
      option('--amount <naira>', 'with --accept: the change of our float; below zero is a loss', signedNairaArgument),
      needed('--note <text>', 'how you know; kept with it', lineArgument),
    ],
    async ({ id, accept, match, explain, amount, note, ...as }) => {
      const all: (Resolution | null)[] = [
        accept ? 'accepted' : null,
        match ? 'matched' : null,
        explain ? 'explained' : null,
      ];
      const [resolution, ...others] = all.filter((one) => one !== null);
      if (resolution === undefined || others.length > 0)
        throw new Misuse('Give one of --accept, --match and --explain.');
      if (amount !== undefined && resolution !== 'accepted') throw new Misuse('--amount needs --accept.');
      const decision = { id, resolution, note, amountKobo: amount };
      const { entryKobo } = done(await changeDatabase(as, (db, by) => decideFinding(db, by, decision)));
      const float = formatNaira(entryKobo);
      return {
        json: { id: String(id), resolution, float },
        text: `Finding ${id} is resolved${entryKobo === 0n ? '' : `, and our float changes by NGN ${float}`}.`,
      };
    },
  ),
  command(
    'close',
    'sign a day whose sums agree, so that they never change; needs --as',
    [PROVIDER, needed('--day <day>', 'the day in Lagos', dayArgument)],
    async ({ provider, day, as }) => {
      if (as === undefined) throw new Misuse('A day is signed by a person: give --as <address>.');
      const which = { provider, day, now: systemClock.now() };
      const { signed } = done(await changeDatabase({ as }, (db, by) => signDay(db, by, which)));
      return { json: signed, text: `${day} is closed.\n\n${sumsToText(signed)}` };
    },
  ),
]);

async function stateOf(db: Db, provider: string) {
  const coverage = await readCoverage(db, provider);
  const closed = await lastClosedDay(db, provider);
  const counts = (await countOpenFindings(db)).filter((one) => one.provider === provider);
  return {
    provider,
    since: coverage?.from ?? null,
    until: coverage?.to ?? null,
    closed: closed?.day ?? null,
    open: counts.reduce((sum, { open }) => sum + open, 0),
    overchargedKobo: counts.reduce((sum, { overchargedKobo }) => sum + overchargedKobo, 0n),
    kinds: Object.fromEntries(counts.map(({ kind, open }) => [kind, open])),
  };
}

const agreementText = ({ opened, cleared, open }: Reconciled): string =>
  `${opened} findings opened, ${cleared} gone, ${open} open.${open > 0 ? ' `recon findings` lists them.' : ''}`;

function sumsToText(sums: ReadDay): string {
  const json = toWire(sums);
  return [
    facts([
      ['provider', `${json.provider}, ${json.day}, by its ${json.basis === 'rows' ? 'rows' : 'balance at intervals'}`],
      ['closed', json.closedBy === null ? 'no' : `by ${json.closedBy}, ${json.closedAt}`],
      ['opening', json.opening],
      ['credits', json.credits],
      ['debits', json.debits],
      ['without a row', json.unlisted],
      ['closing', json.closing],
    ]),
    facts([
      ['our float, opening', json.floatOpening],
      ['accepted', json.entries],
      ['our cost', json.cost],
      ['of closed days', json.earlier],
      ['our float, closing', json.floatClosing],
      ['carried over', json.carried],
    ]),
    facts([
      ['drift', json.drift],
      ['unexplained', json.unexplained],
      ['open orders', String(json.openOrders)],
      ['open findings', String(json.openFindings)],
      ['costs not known', String(json.unknownCosts ?? '-')],
    ]),
  ].join('\n\n');
}
