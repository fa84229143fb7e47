import { refusalTexts } from '@topup/core/errors';
import {
  closeByHand,
  listReportedBreakers,
  listSwitches,
  openByHand,
  type ReportedBreaker,
  type Switch,
} from '@topup/core/provider';
import { formatNaira } from '@topup/core/shared';
import { createProvider, providerFacts } from '@topup/providers';
import { loadSettings } from '@topup/runtime/settings';
import { provider as providerSettings } from '@topup/settings';
import type { Command } from 'commander';
import { lineArgument } from '../arguments';
import { type Report, reporting, table, time } from '../output';
import { Refusal } from '../refusal';
import { type ActingAs, changeDatabase, withDatabase } from '../with-database';

export function providerCommands(program: Command): void {
  const provider = program.command('provider').description('the provider that everything is bought from');
  provider.command('float').description('read our balance at the provider').action(reporting(float));
  provider
    .command('status')
    .description('list what is closed now, by hand or by the breakers of the running processes')
    .action(reporting(status));
  provider
    .command('close')
    .description('send no more orders to the provider, or of one service, until it is opened')
    .option('--service <id>', 'only this service, such as mtn, mtn-data, dstv or ikeja-electric', lineArgument)
    .requiredOption('--reason <text>', 'why; other operators see it', lineArgument)
    .action(reporting(close));
  provider
    .command('open')
    .description('send orders again to what was closed by hand')
    .option('--service <id>', 'the service that was closed', lineArgument)
    .action(reporting(open));
}

async function float(): Promise<Report> {
  const answer = await createProvider(loadSettings(providerSettings), () => undefined).balance();
  if (answer.kind !== 'found') throw new Refusal(refusalTexts.float_unavailable(answer));
  const naira = formatNaira(answer.value);
  return { json: { float: naira }, text: `The float is NGN ${naira}.` };
}

type CloseOptions = ActingAs & { service?: string | null; reason: string };

async function close({ service = null, reason, ...as }: CloseOptions): Promise<Report> {
  const { kind } = await changeDatabase(as, (db, by) => closeByHand(db, by, providerFacts, { service, reason }));
  if (kind === 'no_such_service') throw noSuchService(service);
  if (kind === 'unchanged')
    throw new Refusal(`${refusalTexts.already_closed({ service })} \`provider status\` shows since when, and why.`);
  return {
    json: { provider: providerFacts.name, service, closed: true, reason },
    text: `${nameOf(service)} is closed. \`provider open${service === null ? '' : ` --service ${service}`}\` opens it again.`,
  };
}

async function open({ service = null, ...as }: ActingAs & { service?: string | null }): Promise<Report> {
  const { kind } = await changeDatabase(as, (db, by) => openByHand(db, by, providerFacts, service));
  if (kind === 'no_such_service') throw noSuchService(service);
  if (kind === 'unchanged') throw new Refusal(refusalTexts.not_closed({ service }));
  return { json: { provider: providerFacts.name, service, closed: false }, text: `${nameOf(service)} is open again.` };
}

const nameOf = (service: string | null): string => (service === null ? 'The provider' : `Service ${service}`);

const noSuchService = (service: string | null): Refusal =>
  new Refusal(refusalTexts.no_such_service({ service: service ?? '' }));

// ---- status

async function status(): Promise<Report> {
  const [switches, breakers] = await withDatabase((db) =>
    Promise.all([listSwitches(db, providerFacts.name), listReportedBreakers(db, providerFacts.name)]),
  );
  const json = [...switches.map(switchToJson), ...breakers.map(breakerToJson)];
  const rows = json.map(({ breaker, reason, state, accounts, processes, since, detail }) => [
    ...[breaker, reason, state, accounts === null ? 'all' : String(accounts)],
    ...[processes === null ? 'all' : processes.join(', '), since, detail ?? '-'],
  ]);
  const headings = ['BREAKER', 'REASON', 'STATE', 'ACCOUNTS', 'PROCESSES', 'SINCE', 'DETAIL'];
  return { json, text: table(headings, rows, 'Nothing is closed.') };
}

const switchToJson = ({ breaker, reason, closedBy, closedAt }: Switch) => ({
  ...{ breaker, reason: 'operator', state: 'open', accounts: null, processes: null, since: time(closedAt) },
  detail: `${closedBy}: ${reason}`,
});

const breakerToJson = ({ leftKobo, since, detail, ...breaker }: ReportedBreaker) => ({
  ...breaker,
  since: time(since),
  detail: leftKobo === null ? detail : `only orders up to NGN ${formatNaira(leftKobo)}`,
});
