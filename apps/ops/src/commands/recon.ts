import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { actorName, insertAction, reconciliationActions, withAuditLog } from '@topup/core/audit';
import { refusalTexts } from '@topup/core/errors';
import {
  type Closing,
  type CsvColumns,
  closeDay,
  countOpenFindings,
  csvColumns,
  type DayReport,
  type Finding,
  type FindingKind,
  type FindingState,
  findingKinds,
  findingStates,
  importStatement,
  lastClosedDay,
  listFindings,
  pullStatement,
  type Reconciled,
  type Resolution,
  type Resolved,
  readCoverage,
  reconcile,
  reportDay,
  resolveFinding,
} from '@topup/core/reconciliation';
import { assertNever, type Db, formatNaira, systemClock } from '@topup/core/shared';
import { findProviderFacts } from '@topup/providers';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  countArgument,
  dayArgument,
  entryArgument,
  lineArgument,
  signedNairaArgument,
  sinceArgument,
  untilArgument,
} from '../arguments';
import { facts, type Report, reporting, table, time } from '../output';
import { openProviders, providerFacts } from '../providers';
import { Misuse, Refusal } from '../refusal';
import { type ActingAs, changeDatabase, withDatabase } from '../with-database';

const PROVIDER = ['--provider <name>', 'the provider, such as vtpass, monnify or reloadly'] as const;

export function reconCommands(program: Command): void {
  const recon = program.command('recon').description('the statements of providers, compared with what we have booked');
  recon
    .command('pull')
    .description('read the statements of the providers that have one, and compare them')
    .option(PROVIDER[0], 'only this one', lineArgument)
    .option('--since <day or time>', 'from then on; default: a day before what is covered', sinceArgument)
    .action(reporting(pull));
  recon
    .command('import')
    .description('read a statement from a CSV file, and compare it')
    .requiredOption(...PROVIDER, lineArgument)
    .requiredOption('--file <path>', 'the file, with headings in its first line')
    .requiredOption(
      '--columns <pairs>',
      `its headings, such as "at=Date,amount=Amount,direction=Type,reference=Request ID"; of: ${csvColumns.join(', ')}`,
      columnsArgument,
    )
    .requiredOption('--since <day or time>', 'from when on the file has every row', sinceArgument)
    .requiredOption('--until <day or time>', 'up to when; a day is included', untilArgument)
    .option('--zone <offset>', 'the zone of its times, where they name none', zoneArgument, '+01:00')
    .action(reporting(importFile));
  recon
    .command('report')
    .description('show what is covered, closed and open, or the sums of one day')
    .option(PROVIDER[0], 'only this one', lineArgument)
    .option('--day <day>', 'the sums of this day in Lagos; needs --provider', dayArgument)
    .action(reporting(report));
  recon
    .command('findings')
    .description('list where a provider and we do not agree, newest first')
    .option(PROVIDER[0], 'only of this one', lineArgument)
    .option('--day <day>', 'only of this day in Lagos', dayArgument)
    .addOption(new Option('--kind <kind>', 'only this kind').choices([...findingKinds]))
    .addOption(new Option('--state <state>', 'only in this state').choices([...findingStates]).default('open'))
    .option('--limit <n>', 'at most so many', countArgument, 50)
    .action(reporting(findings));
  recon
    .command('resolve')
    .description('end a finding by what you know of it')
    .requiredOption('--id <id>', 'the finding (`recon findings`)', entryArgument)
    .option('--accept', 'it is as the provider says: our float follows it')
    .option('--match', 'the suggested row is about this purchase')
    .option('--explain', 'nothing was lost or won')
    .option(
      '--amount <naira>',
      'with --accept: by how much our float changes; below zero is money that is gone',
      signedNairaArgument,
    )
    .requiredOption('--note <text>', 'how you know; kept with it', lineArgument)
    .action(reporting(resolve));
  recon
    .command('close')
    .description('sign a day: its sums agree and never change any more; needs --as')
    .requiredOption(...PROVIDER, lineArgument)
    .requiredOption('--day <day>', 'the day in Lagos', dayArgument)
    .action(reporting(close));
}

const required = (name: string): string => {
  if (findProviderFacts(name) === undefined)
    throw new Refusal(
      refusalTexts.no_such_provider({ provider: name, known: providerFacts().map((each) => each.name) }),
    );
  return name;
};

// ---- pull

type PullOptions = ActingAs & { provider?: string; since?: Date };

async function pull({ provider, since, ...as }: PullOptions): Promise<Report> {
  const all = openProviders();
  const chosen = all.filter(({ name }) => provider === undefined || name === provider);
  if (chosen.length === 0)
    throw new Refusal(refusalTexts.no_such_provider({ provider: provider ?? '', known: all.map(({ name }) => name) }));
  const listing = chosen.flatMap(({ name, statement }) => (statement === undefined ? [] : [{ name, statement }]));
  if (listing.length === 0)
    throw new Refusal(refusalTexts.no_statement({ provider: provider ?? chosen[0]?.name ?? '' }));
  const pulled = await changeDatabase(as, async (db, by) => {
    const done = [];
    for (const one of listing) {
      const read = await pullStatement(db, one, since === undefined ? {} : { from: since });
      await insertAction(db, by.actor, by.origin, reconciliationActions.pulled(read));
      if (read.fault !== null) throw new Refusal(refusalTexts.statement_unreadable({ reason: read.fault }));
      done.push({ ...read, ...(await reconcile(db, one.name)) });
    }
    return done;
  });
  return {
    json: pulled,
    text: pulled.map((one) => `${one.provider}: ${one.rows} rows, ${one.added} new. ${agreementText(one)}`).join('\n'),
  };
}

const agreementText = ({ opened, cleared, open }: Reconciled): string =>
  `${opened} findings opened, ${cleared} gone, ${open} open.${open > 0 ? ' `recon findings` lists them.' : ''}`;

// ---- import

type ImportOptions = ActingAs & {
  provider: string;
  file: string;
  columns: CsvColumns;
  since: Date;
  until: Date;
  zone: string;
};

async function importFile({ provider, file, columns, since, until, zone, ...as }: ImportOptions): Promise<Report> {
  if (since >= until) throw new Misuse('--since must be before --until.');
  required(provider);
  const bytes = await readFile(file).catch(() => {
    throw new Misuse(`The file ${file} cannot be read.`);
  });
  const digest = createHash('sha256').update(bytes).digest('hex');
  const range = { from: since, to: until };
  const imported = await changeDatabase(as, async (db, by) => {
    const read = await importStatement(db, { provider, text: bytes.toString('utf8'), shape: { columns, zone }, range });
    if (read.kind === 'csv_unreadable') throw new Refusal(refusalTexts.csv_unreadable(read));
    const action = reconciliationActions.imported({ provider, ...range, rows: read.rows, added: read.added, digest });
    await insertAction(db, by.actor, by.origin, action);
    return { ...read, ...(await reconcile(db, provider)) };
  });
  const { kind: _kind, ...json } = imported;
  return {
    json: { ...json, sha256: digest },
    text: `${imported.rows} rows, ${imported.added} new. ${agreementText(imported)}`,
  };
}

/** `at=Date,amount=Amount`. */
function columnsArgument(text: string): CsvColumns {
  const columns: CsvColumns = {};
  for (const pair of text.split(',')) {
    const [name = '', heading = ''] = pair.split(/=(.*)/s).map((part) => part.trim());
    const column = csvColumns.find((one) => one === name);
    if (column === undefined || heading === '' || columns[column] !== undefined)
      throw new InvalidArgumentError(`It must be pairs such as at=Date, each once, of: ${csvColumns.join(', ')}.`);
    columns[column] = heading;
  }
  return columns;
}

function zoneArgument(text: string): string {
  if (!/^(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])$/.test(text))
    throw new InvalidArgumentError('It must be an offset such as +01:00, -04:00 or Z.');
  return text;
}

// ---- report

async function report({ provider, day }: { provider?: string; day?: string }): Promise<Report> {
  if (day !== undefined) {
    if (provider === undefined) throw new Misuse('--day needs --provider.');
    required(provider);
    const sums = await withDatabase((db) => reportDay(db, provider, day));
    if (sums === null) throw new Refusal(refusalTexts.statement_incomplete({ day }));
    return { json: sumsToJson(sums), text: sumsToText(sums) };
  }
  const names = provider === undefined ? providerFacts().map(({ name }) => name) : [required(provider)];
  const states = await withDatabase((db) => Promise.all(names.map((name) => stateOf(db, name))));
  const rows = states.map((state) => [
    ...[state.provider, time(state.since), time(state.until), state.closed ?? '-'],
    ...[String(state.open), state.overcharged],
  ]);
  const headings = ['PROVIDER', 'COVERED FROM', 'COVERED TO', 'CLOSED UP TO', 'OPEN FINDINGS', 'OVERCHARGED'];
  return { json: states, text: table(headings, rows, 'There is no provider.') };
}

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
    overcharged: formatNaira(counts.reduce((sum, { overchargedKobo }) => sum + overchargedKobo, 0n)),
    kinds: Object.fromEntries(counts.map(({ kind, open }) => [kind, open])),
  };
}

const sumsToJson = (sums: DayReport) => ({
  ...{ provider: sums.provider, day: sums.day, basis: sums.basis, rows: sums.rows, attempts: sums.attempts },
  ...{ opening: formatNaira(sums.openingKobo), debits: formatNaira(sums.debitsKobo) },
  ...{ credits: formatNaira(sums.creditsKobo), unlisted: formatNaira(sums.unlistedKobo) },
  ...{ closing: formatNaira(sums.closingKobo), cost: formatNaira(sums.costKobo) },
  ...{ earlier: formatNaira(sums.earlierKobo), floatOpening: formatNaira(sums.floatOpeningKobo) },
  ...{ entries: formatNaira(sums.entriesKobo), floatClosing: formatNaira(sums.floatClosingKobo) },
  ...{ carried: formatNaira(sums.carriedKobo), drift: formatNaira(sums.driftKobo) },
  ...{ unexplained: formatNaira(sums.unexplainedKobo), open: sums.open, findings: sums.findings },
  unknownCosts: sums.unknownCosts,
});

function sumsToText(sums: DayReport): string {
  const json = sumsToJson(sums);
  return [
    facts([
      ['provider', `${json.provider}, ${json.day}, by its ${json.basis === 'rows' ? 'rows' : 'balance at intervals'}`],
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
      ['open orders', String(json.open)],
      ['open findings', String(json.findings)],
      ['costs not known', String(json.unknownCosts)],
    ]),
  ].join('\n\n');
}

// ---- findings

type FindingOptions = { provider?: string; day?: string; kind?: FindingKind; state: FindingState; limit: number };

async function findings(filter: FindingOptions): Promise<Report> {
  const listed = await withDatabase((db) => listFindings(db, filter));
  const headings = ['ID', 'DAY', 'PROVIDER', 'KIND', 'DIFFERENCE', 'PURCHASE', 'ROW', 'SUGGESTED', 'STATE'];
  const rows = listed.map((one) => [
    ...[String(one.id), one.day, one.provider, one.kind, formatNaira(one.differenceKobo)],
    ...[one.requestRef ?? '-', one.rowName ?? '-', one.suggestedRowName ?? '-', one.resolution ?? one.state],
  ]);
  return { json: listed.map(findingToJson), text: table(headings, rows, 'There are no such findings.') };
}

const findingToJson = (one: Finding) => ({
  ...{ id: String(one.id), provider: one.provider, day: one.day, kind: one.kind, state: one.state },
  ...{ difference: formatNaira(one.differenceKobo), reference: one.requestRef, attempt: one.number },
  ...{ row: one.rowName, suggestedRow: one.suggestedRowName, facts: one.facts, foundAt: one.foundAt },
  ...{ resolvedAt: one.resolvedAt, resolvedBy: one.resolvedBy, resolution: one.resolution, note: one.note },
});

// ---- resolve

type ResolveOptions = ActingAs & {
  id: bigint;
  accept?: boolean;
  match?: boolean;
  explain?: boolean;
  amount?: bigint;
  note: string;
};

async function resolve({ id, accept, match, explain, amount, note, ...as }: ResolveOptions): Promise<Report> {
  const chosen = ([accept && 'accepted', match && 'matched', explain && 'explained'] as const).filter(Boolean);
  const [resolution] = chosen as Resolution[];
  if (resolution === undefined || chosen.length > 1) throw new Misuse('Give one of --accept, --match and --explain.');
  if (amount !== undefined && resolution !== 'accepted') throw new Misuse('--amount needs --accept.');
  const resolved = await changeDatabase(as, (db, by) =>
    withAuditLog<Resolved>(db, by.actor, by.origin, async (tx) => {
      const result = await resolveFinding(tx, { id, resolution, note, by: actorName(by.actor), amountKobo: amount });
      if (result.kind !== 'resolved') return { result, action: null };
      const { finding, entryKobo } = result;
      return { result, action: reconciliationActions.resolved(finding, { resolution, note, entryKobo }) };
    }),
  );
  switch (resolved.kind) {
    case 'resolved':
      return {
        json: { id: String(id), resolution, float: formatNaira(resolved.entryKobo) },
        text: `Finding ${id} is resolved${resolved.entryKobo === 0n ? '' : `, and our float changes by NGN ${formatNaira(resolved.entryKobo)}`}.`,
      };
    case 'no_such_finding':
      throw new Refusal(refusalTexts.no_such_finding({ id }));
    case 'finding_not_open':
      throw new Refusal(refusalTexts.finding_not_open({ id, state: resolved.finding.state }));
    case 'nothing_suggested':
      throw new Refusal(refusalTexts.nothing_suggested({ id }));
    default:
      return assertNever(resolved);
  }
}

// ---- close

async function close({ provider, day, as }: ActingAs & { provider: string; day: string }): Promise<Report> {
  if (as === undefined) throw new Misuse('A day is signed by a person: give --as <address>.');
  required(provider);
  const closing = await changeDatabase({ as }, (db, by) =>
    withAuditLog<Closing>(db, by.actor, by.origin, async (tx) => {
      const result = await closeDay(tx, { provider, day, now: systemClock.now(), by: actorName(by.actor) });
      return { result, action: result.kind === 'closed' ? reconciliationActions.closed(result.report) : null };
    }),
  );
  if (closing.kind === 'closed')
    return { json: sumsToJson(closing.report), text: `${day} is closed.\n\n${sumsToText(closing.report)}` };
  throw new Refusal(whyNot(closing, day));
}

function whyNot({ kind, report: sums }: Exclude<Closing, { kind: 'closed' }>, day: string): string {
  switch (kind) {
    case 'day_not_over':
      return refusalTexts.day_not_over({ day });
    case 'day_closed_before':
      return refusalTexts.day_closed_before({ day });
    case 'day_before_is_open':
      return refusalTexts.day_before_is_open({ day });
    case 'statement_incomplete':
      return refusalTexts.statement_incomplete({ day });
    case 'day_has_open_orders':
      return refusalTexts.day_has_open_orders({ day, open: sums?.open ?? 0 });
    case 'day_has_findings':
      return `${refusalTexts.day_has_findings({ day, findings: sums?.findings ?? 0 })} \`recon findings\` lists them.`;
    case 'day_drifts':
      return refusalTexts.day_drifts({
        ...{ day, driftKobo: sums?.driftKobo ?? 0n, unexplainedKobo: sums?.unexplainedKobo ?? 0n },
      });
    default:
      return assertNever(kind);
  }
}
