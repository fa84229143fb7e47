import {
  askForSweep,
  type CollectedTransfer,
  type CollectionRule,
  changeCollections,
  collectionStates,
  confirmTransfer,
  databaseTime,
  dismissTransfer,
  type FoundSince,
  importBankFile,
  listComparedDays,
  listTransfers,
  openFundingAccount,
  readCollectionRule,
  sumFoundSince,
  sumTransfers,
  sweepAccounts,
  transferStates,
} from '@topup/core/collection';
import { csvColumns } from '@topup/core/reconciliation';
import { type Db, formatNaira, toWire } from '@topup/core/shared';
import { ACCOUNT, countArgument, lineArgument, nairaFromZeroArgument, transferArgument } from '../arguments';
import { changes, command, group, needed, option, reads } from '../declare';
import { type Column, facts, listOf, type Report, tableOf } from '../output';
import { openCollector } from '../providers';
import { done, Misuse, reportGuarded } from '../refusal';
import { firstLineOf } from '../standard-input';
import { changeDatabase, readDatabase, requireAccount } from '../with-database';
import { columnArgument, columnsArgument, mergeColumns, readText, zoneArgument } from './recon/import-file';

const LIMIT = option('--limit <n>', 'at most so many', countArgument, 50);
const ID = needed('<id>', 'the transfer', transferArgument);

export const collectionCommands = group('collections', 'what clients transfer to us', [
  command(
    'open',
    'open account numbers into which a client transfers, for an owner who cannot',
    [
      ACCOUNT,
      option('--bvn-stdin', 'read the BVN of its owner from standard input; it is passed on, and kept nowhere'),
      option('--nin-stdin', 'or the NIN'),
      option('--bvn <11 digits>', 'the BVN on the command line, where the history of the shell keeps it'),
      option('--nin <11 digits>', 'or the NIN'),
    ],
    async ({ account, bvn, nin, bvnStdin, ninStdin, ...as }) => {
      const identity = await identityOf({ bvn, nin, bvnStdin, ninStdin });
      const collector = openCollector();
      return changeDatabase(as, async (db, by) => {
        const { id, name } = await requireAccount(db, account);
        const { banks, before } = done(await openFundingAccount({ db, collector }, by, { accountId: id, ...identity }));
        const rows = banks.map((bank) => ({ ...bank }));
        return {
          json: { account: id, before, banks },
          text: `Account "${name}" ${before ? 'had these numbers already' : 'has these numbers'}:\n${tableOf(rows, ['bankName', 'accountNumber', 'accountName', 'bankCode'], 'None yet. `collections sweep` asks again.')}`,
        };
      });
    },
  ),
  reads('status', 'show what waits for a person, and what the collector does not answer', [], async (db) => {
    const { waiting, unassigned, unanswered, unlisted, ...totals } = await sumTransfers(db);
    const { waitingAmount, unassignedAmount, today } = toWire(totals);
    return {
      json: { waiting, waitingAmount, unassigned, unassignedAmount, today, unanswered, unlisted },
      text: facts([
        ['waiting', `${waiting}, NGN ${waitingAmount}`],
        ['without an account', `${unassigned}, NGN ${unassignedAmount}`],
        ['credited today', `NGN ${today}`],
        ['without an answer for a day', `${unanswered} notices, ${unlisted} accounts`],
      ]),
    };
  }),
  reads(
    'list',
    'list transfers, newest first',
    [option('--state <state>', 'only in this state; open: it waits for a person', ['open', ...transferStates]), LIMIT],
    async (db, filter) => listOf(await listTransfers(db, filter), COLUMNS, 'There are no such transfers.'),
  ),
  reads('unassigned', 'list the money in that belongs to no account, newest first', [LIMIT], async (db, { limit }) =>
    listOf(
      await listTransfers(db, { state: 'unassigned', limit }),
      ['id', ['FOUND', 'foundAt'], 'amount', 'payer', ['BANK', 'payerBank'], ['WHY', 'reason'], 'reference'],
      'No money waits for an account.',
    ),
  ),
  changes(
    'confirm',
    'credit a transfer that waits; a large amount needs an approval',
    [
      ID,
      option('--account <id or name>', 'whose it is, when it belongs to nobody'),
      option('--note <text>', 'how you know', lineArgument),
    ],
    async (db, by, { id, account, note }) => {
      const accountId = account === undefined ? undefined : (await requireAccount(db, account)).id;
      const confirmed = await confirmTransfer(db, by, { id, accountId, note, approval: note ?? `transfer ${id}` });
      return reportGuarded(confirmed, by, ({ kind, amountKobo, balanceAfterKobo }) => {
        const [funded, amount, balanceAfter] = [
          kind === 'funded',
          formatNaira(amountKobo),
          formatNaira(balanceAfterKobo),
        ];
        return {
          json: { id: `${id}`, funded, amount, balanceAfter },
          text: funded
            ? `Transfer ${id} of NGN ${amount} was credited. The balance is NGN ${balanceAfter}.`
            : `Nothing was added: NGN ${amount} of transfer ${id} is in the wallet already.`,
        };
      });
    },
  ),
  changes(
    'dismiss',
    'take a transfer off the list, because no wallet of yours gets it',
    [ID, needed('--note <text>', 'why; kept with it', lineArgument)],
    async (db, by, { id, note }) => {
      done(await dismissTransfer(db, by, id, note));
      return { json: { id: `${id}`, state: 'dismissed' }, text: `Transfer ${id} is dismissed. Nothing was added.` };
    },
  ),
  command('sweep', 'list the transfers of all accounts at the collector now', [], async (as) => {
    const collector = openCollector();
    return changeDatabase(as, async (db) => {
      const since = await databaseTime(db);
      await askForSweep(db);
      const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
      const found = await sweepAccounts({ db, log, collector }, () => false);
      return sweepReport(found, await awaitAnswers(db, since));
    });
  }),
  changes(
    'import',
    'list the money in of a file of your own bank; each row then waits to be confirmed',
    [
      needed('--file <path>', 'the file, with headings in its first line'),
      option(
        '--columns <pairs>',
        `its headings, such as "at=Date,credit=Credit,debit=Debit,reference=Reference"; columns: ${csvColumns.join(', ')}`,
        columnsArgument,
      ),
      option('--column <pair>', 'one heading, such as "at=Date, time"; may be repeated', columnArgument),
      option('--zone <offset>', 'the zone of times that name none', zoneArgument, '+01:00'),
    ],
    async (db, by, { file, columns: many = [], column: single = [], zone }) => {
      const columns = mergeColumns([...many, ...single]);
      const read = { text: await readText(file), shape: { columns, zone } };
      const { kind: _kind, digest, ...counts } = done(await importBankFile(db, by, read));
      const { rows, added, matched, other, conflicts } = counts;
      const left =
        conflicts.length > 0
          ? ` Left out, because known with another amount, or listed under another reference: ${conflicts.join(', ')}.`
          : '';
      return {
        json: { ...counts, sha256: digest },
        text: `${rows} rows, ${added} transfers new: ${matched} of an account, ${added - matched} of none. ${other} without a payment reference are left out.${left} \`collections list --state waiting\` shows what waits.`,
      };
    },
  ),
  reads('days', 'list the days that were compared with the collector, latest first', [LIMIT], async (db, { limit }) =>
    listOf(
      await listComparedDays(db, { limit }),
      ['day', 'listed', 'listedAmount', 'booked', 'bookedAmount', 'comparedAt'],
      'No day was compared yet.',
    ),
  ),
  command(
    'limits',
    'show or change what the collector may add to wallets; to allow more needs an approval',
    [
      option('--cap <naira>', 'at most so much in a day', nairaFromZeroArgument),
      option('--on', 'credit transfers without a person'),
      option('--off', 'let all transfers wait'),
      option('--note <text>', 'why, for the second operator and the audit log; needed for a change', lineArgument),
    ],
    async ({ cap, on = false, off = false, note, ...as }) => {
      if (on && off) throw new Misuse('Give --on or --off, not both.');
      if (cap === undefined && !on && !off) return readDatabase(showLimits);
      if (note === undefined) throw new Misuse('Give --note: why you change it.');
      const state = on ? collectionStates[0] : off ? collectionStates[1] : undefined;
      const change = { ...(cap !== undefined && { capKobo: cap }), ...(state !== undefined && { state }) };
      return changeDatabase(as, async (db, by) =>
        reportGuarded(await changeCollections(db, by, change, note), by, ({ rule }) => ruleReport(rule)),
      );
    },
  ),
]);

const COLUMNS: Column<ReturnType<typeof toWire<CollectedTransfer>>>[] = [
  'id',
  ['FOUND', 'foundAt'],
  'state',
  ['WHY', 'reason'],
  'amount',
  ['ACCOUNT', 'accountName'],
  'payer',
  ['BANK', 'payerBank'],
  'reference',
  ['PERHAPS FUNDED AS', 'perhapsFundedAs'],
];

type Identity = Record<'bvn' | 'nin', string | undefined> & Record<'bvnStdin' | 'ninStdin', boolean | undefined>;

/** One of the two. A wrong number is not repeated: it may be a person's with a slip. @throws Misuse */
async function identityOf({ bvn, nin, bvnStdin = false, ninStdin = false }: Identity) {
  const given = [bvn !== undefined, nin !== undefined, bvnStdin, ninStdin].filter(Boolean);
  if (given.length !== 1) throw new Misuse('Give one of --bvn-stdin, --nin-stdin, --bvn and --nin.');
  const name = bvn !== undefined || bvnStdin ? 'bvn' : 'nin';
  const value = bvn ?? nin ?? (await firstLineOf(process.stdin)).trim();
  if (!/^\d{11}$/.test(value)) throw new Misuse(`The ${name.toUpperCase()} must be 11 digits.`);
  return { [name]: value };
}

const ANSWER_WAIT_MS = 10_000;
const LOOK_EVERY_MS = 250;

/** Waits for what the workers make of it, for as long as a person waits. */
async function awaitAnswers(db: Db, since: Date): Promise<FoundSince> {
  const until = Date.now() + ANSWER_WAIT_MS;
  for (;;) {
    const found = await sumFoundSince(db, since);
    if (found.open === 0 || Date.now() > until) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

function sweepReport(found: number, { unread, ...answers }: FoundSince): Report {
  const { credited, creditedAmount, waiting, open } = toWire(answers);
  const later = open === 0 ? '' : ` Workers have not asked about ${open} yet.`;
  return {
    json: { found, credited, creditedAmount, waiting, open, unread },
    text: `${found} new transfers. ${credited} credited, NGN ${creditedAmount}; ${waiting} wait for a person.${later}`,
    ...(unread > 0 && { problem: `The collector did not list the transfers of ${unread} accounts. Try again later.` }),
  };
}

async function showLimits(db: Db): Promise<Report> {
  const { json, text } = ruleReport(await readCollectionRule(db));
  const usedToday = formatNaira((await sumTransfers(db)).todayKobo);
  return { json: { ...json, usedToday }, text: `${text} Today it has added NGN ${usedToday}.` };
}

function ruleReport({ state, capKobo }: CollectionRule) {
  const cap = formatNaira(capKobo);
  const text =
    state === 'on'
      ? `The collector may add NGN ${cap} to wallets in a day. What exceeds it waits for an operator.`
      : `Every transfer waits for an operator. Once it is on, the collector may add NGN ${cap} in a day.`;
  return { json: { state, cap }, text };
}
