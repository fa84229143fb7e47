import { refusalText } from '@topup/core/errors';
import { productTypes } from '@topup/core/product';
import {
  type Closable,
  closablesOf,
  closeByHand,
  hoursLeft,
  listReportedBreakers,
  listSwitches,
  openByHand,
  type ReportedBreaker,
  readFloats,
  type Switch,
  WHOLE_PROVIDER,
} from '@topup/core/provider';
import { readBurn } from '@topup/core/reporting';
import { formatNaira, systemClock } from '@topup/core/shared';
import type { Command } from 'commander';
import { lineArgument } from '../arguments';
import { type Report, reporting, table, time } from '../output';
import { openProviders, providerFacts, requireProvider } from '../providers';
import { done, Refusal, refusalOf } from '../refusal';
import { type ActingAs, changeDatabase, withDatabase } from '../with-database';

export function providerCommands(program: Command): void {
  const provider = program.command('provider').description('the providers that everything is bought from');
  provider
    .command('list')
    .description('list the providers in the order of preference, with their floats as the workers last read them')
    .action(reporting(list));
  provider.command('float').description('read our balance at each provider now').action(reporting(float));
  provider
    .command('status')
    .description('list what is closed now, by hand or by the breakers of the running processes')
    .action(reporting(status));
  provider
    .command('close')
    .description('send no more orders to a provider, or of one service there, until it is opened')
    .option('--provider <name>', 'which one; needed when PROVIDERS names several', lineArgument)
    .option('--service <id>', 'only this service, such as mtn, mtn-data, dstv or ikeja-electric', lineArgument)
    .requiredOption('--reason <text>', 'why; other operators see it', lineArgument)
    .action(reporting(close));
  provider
    .command('open')
    .description('send orders again to what was closed by hand')
    .option('--provider <name>', 'which one; needed when PROVIDERS names several', lineArgument)
    .option('--service <id>', 'the service that was closed', lineArgument)
    .action(reporting(open));
}

// ---- list and float

async function list(): Promise<Report> {
  const [floats, burns, switches] = await withDatabase((db) =>
    Promise.all([readFloats(db), readBurn(db, systemClock.now()), listSwitches(db)]),
  );
  const json = providerFacts().map(({ name, sells = productTypes }) => {
    const reading = floats.find(({ provider }) => provider === name);
    const burnKobo = burns.find(({ provider }) => provider === name)?.koboPerHour ?? 0n;
    return {
      provider: name,
      sells,
      closed: switches.some(({ provider, breaker }) => provider === name && breaker === WHOLE_PROVIDER),
      float: reading ? formatNaira(reading.balanceKobo) : null,
      mark: reading ? formatNaira(reading.alertKobo) : null,
      readAt: reading ? time(reading.readAt) : null,
      burnPerHour: formatNaira(burnKobo),
      hoursLeft: reading ? hoursLeft(reading.balanceKobo, burnKobo) : null,
    };
  });
  const rows = json.map((each) => [
    ...[each.provider, each.sells.join(', '), each.closed ? 'yes' : 'no', each.float ?? '-', each.mark ?? '-'],
    ...[each.burnPerHour, each.hoursLeft === null ? '-' : each.hoursLeft.toFixed(1), each.readAt ?? '-'],
  ]);
  const headings = ['PROVIDER', 'SELLS', 'CLOSED', 'FLOAT', 'MARK', 'BURN PER HOUR', 'HOURS LEFT', 'READ AT'];
  return { json, text: table(headings, rows, '') };
}

/** Asks all at once. One that does not answer is the problem of the command, and the others are shown. */
async function float(): Promise<Report> {
  const answers = await Promise.all(
    openProviders().map(async ({ name, balance }) => ({ provider: name, answer: await balance() })),
  );
  const json = answers.flatMap(({ provider, answer }) =>
    answer.kind === 'found' ? [{ provider, float: formatNaira(answer.value) }] : [],
  );
  const faults = answers.flatMap(({ provider, answer: { kind, ...rest } }) =>
    'reason' in rest ? [refusalText({ kind: 'float_unavailable', provider, reason: rest.reason })] : [],
  );
  if (json.length === 0) throw new Refusal(faults.join(' '));
  const text = table(
    ['PROVIDER', 'FLOAT'],
    json.map((row) => [row.provider, row.float]),
    '',
  );
  return { json, text, ...(faults.length > 0 && { problem: faults.join(' ') }) };
}

// ---- close and open

type Where = ActingAs & { provider?: string; service?: string | null };

async function close({ provider, service = null, reason, ...as }: Where & { reason: string }): Promise<Report> {
  const closable = findClosable(provider);
  const what = { provider: closable.name, service };
  done(await changeDatabase(as, (db, by) => closeByHand(db, by, closable, { service, reason })));
  const opening = [provider && `--provider ${provider}`, service && `--service ${service}`].filter(Boolean);
  return {
    json: { ...what, closed: true, reason },
    text: `${nameOf(what)} is closed. \`${['provider open', ...opening].join(' ')}\` opens it again.`,
  };
}

async function open({ provider, service = null, ...as }: Where): Promise<Report> {
  const closable = findClosable(provider);
  const what = { provider: closable.name, service };
  done(await changeDatabase(as, (db, by) => openByHand(db, by, closable, service)));
  return { json: { ...what, closed: false }, text: `${nameOf(what)} is open again.` };
}

/** The provider of this name; without one, the only one that there is. */
function findClosable(name: string | undefined): Closable {
  const all = closablesOf(providerFacts());
  const wanted = name === undefined ? all : all.filter((each) => each.name === requireProvider(name).name);
  const [only, ...others] = wanted;
  if (only === undefined || others.length > 0)
    throw refusalOf({ kind: 'provider_needed', known: all.map((each) => each.name) });
  return only;
}

type What = { provider: string; service: string | null };

const nameOf = ({ provider, service }: What): string =>
  service === null ? `Provider ${provider}` : `Service ${service} at ${provider}`;

// ---- status

async function status(): Promise<Report> {
  const [switches, breakers] = await withDatabase((db) => Promise.all([listSwitches(db), listReportedBreakers(db)]));
  const json = [...switches.map(switchToJson), ...breakers.map(breakerToJson)];
  const rows = json.map(({ provider, breaker, reason, state, accounts, processes, since, detail }) => [
    ...[provider, breaker, reason, state, accounts === null ? 'all' : String(accounts)],
    ...[processes === null ? 'all' : processes.join(', '), since, detail ?? '-'],
  ]);
  const headings = ['PROVIDER', 'BREAKER', 'REASON', 'STATE', 'ACCOUNTS', 'PROCESSES', 'SINCE', 'DETAIL'];
  return { json, text: table(headings, rows, 'Nothing is closed.') };
}

const switchToJson = ({ provider, breaker, reason, closedBy, closedAt }: Switch) => ({
  provider,
  breaker,
  reason: 'operator',
  state: 'open',
  accounts: null,
  processes: null,
  since: time(closedAt),
  detail: `${closedBy}: ${reason}`,
});

const breakerToJson = ({ leftKobo, since, detail, ...breaker }: ReportedBreaker) => ({
  ...breaker,
  since: time(since),
  detail: leftKobo === null ? detail : `only orders up to NGN ${formatNaira(leftKobo)}`,
});
