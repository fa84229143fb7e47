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
import { type Db, formatNaira, systemClock } from '@topup/core/shared';
import { lineArgument } from '../arguments';
import { command, group, needed, option, reads } from '../declare';
import { listOf, type Report, time } from '../output';
import { openProviders, providerArgument, providerFacts } from '../providers';
import { done, Refusal, refusalOf } from '../refusal';
import { changeDatabase } from '../with-database';

const PROVIDER = option('--provider <name>', 'which one; needed if PROVIDERS names several', providerArgument);

export const providerCommands = group('provider', 'the providers that you buy from', [
  reads('list', 'list the providers in order of preference, with the floats that workers last read', [], list),
  command('float', 'read our float at each provider now', [], float),
  reads(
    'status',
    'list what operators closed, and the breakers that stop orders or make them prefer other providers',
    [],
    status,
  ),
  command(
    'close',
    'stop orders to a provider, or to one service there, until you open it',
    [
      PROVIDER,
      option('--service <id>', 'only this service, such as mtn, mtn-data, dstv or ikeja-electric', lineArgument),
      needed('--reason <text>', 'why; other operators see it', lineArgument),
    ],
    async ({ provider, service = null, reason, ...as }) => {
      const closable = findClosable(provider);
      return changeDatabase(as, async (db, by) => {
        const what = { provider: closable.name, service };
        done(await closeByHand(db, by, closable, { service, reason }));
        const opening = [provider && `--provider ${provider}`, service && `--service ${service}`].filter(Boolean);
        return {
          json: { ...what, closed: true, reason },
          text: `${nameOf(what)} is closed. \`${['provider open', ...opening].join(' ')}\` opens it again.`,
        };
      });
    },
  ),
  command(
    'open',
    'send orders again after a close by hand',
    [PROVIDER, option('--service <id>', 'needed if only this service was closed', lineArgument)],
    async ({ provider, service = null, ...as }) => {
      const closable = findClosable(provider);
      return changeDatabase(as, async (db, by) => {
        const what = { provider: closable.name, service };
        done(await openByHand(db, by, closable, service));
        return { json: { ...what, closed: false }, text: `${nameOf(what)} is open again.` };
      });
    },
  ),
]);

async function list(db: Db): Promise<Report> {
  const [floats, burns, switches, breakers] = await Promise.all([
    readFloats(db),
    readBurn(db, systemClock.now()),
    listSwitches(db),
    listReportedBreakers(db),
  ]);
  const providers = providerFacts().map(({ name, sells = productTypes }) => {
    const reading = floats.find(({ provider }) => provider === name);
    const burnKobo = burns.find(({ provider }) => provider === name)?.koboPerHour ?? 0n;
    return {
      provider: name,
      sells,
      closed: switches.some(({ provider, breaker }) => provider === name && breaker === WHOLE_PROVIDER),
      breakers: [
        ...new Set(
          breakers.filter(({ provider }) => provider === name).map((each) => `${each.breaker} ${stateOf(each)}`),
        ),
      ],
      float: reading ? formatNaira(reading.balanceKobo) : null,
      mark: reading ? formatNaira(reading.alertKobo) : null,
      readAt: reading ? time(reading.readAt) : null,
      burnPerHour: formatNaira(burnKobo),
      hoursLeft: reading ? hoursLeft(reading.balanceKobo, burnKobo) : null,
    };
  });
  return listOf(
    providers,
    [
      'provider',
      'sells',
      ['CLOSED BY AN OPERATOR', ({ closed }) => (closed ? 'yes' : 'no')],
      ['BREAKERS', ({ breakers }) => (breakers.length === 0 ? 'none' : breakers)],
      'float',
      'mark',
      'burnPerHour',
      ['HOURS LEFT', ({ hoursLeft }) => hoursLeft?.toFixed(1)],
      'readAt',
    ],
    '',
  );
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
  return { ...listOf(json, ['provider', 'float'], ''), ...(faults.length > 0 && { problem: faults.join(' ') }) };
}

/** The provider of this name; without one, the only one that there is. */
function findClosable(name: string | undefined): Closable {
  const all = closablesOf(providerFacts());
  const wanted = name === undefined ? all : all.filter((each) => each.name === name);
  const [only, ...others] = wanted;
  if (only === undefined || others.length > 0)
    throw refusalOf({ kind: 'provider_needed', known: all.map((each) => each.name) });
  return only;
}

type What = { provider: string; service: string | null };

const nameOf = ({ provider, service }: What): string =>
  service === null ? `Provider ${provider}` : `Service ${service} at ${provider}`;

async function status(db: Db): Promise<Report> {
  const [switches, breakers] = await Promise.all([listSwitches(db), listReportedBreakers(db)]);
  return listOf(
    [...switches.map(switchToJson), ...breakers.map(breakerToJson)],
    [
      'provider',
      'breaker',
      'reason',
      ['STATE', stateOf],
      ['ACCOUNTS', ({ accounts }) => accounts ?? 'all'],
      ['PROCESSES', ({ processes }) => processes ?? 'all'],
      'since',
      'detail',
    ],
    'No operator has closed anything, and no breaker is open.',
  );
}

/** The words of the console: a breaker that is open stops orders, and "open" would read as the opposite of closed. */
function stateOf({ state, reason }: { state: string; reason: string }): 'stopped' | 'trying' | 'avoided' {
  if (state === 'half_open') return 'trying';
  return reason === 'failing' || reason === 'unknown_outcomes' ? 'avoided' : 'stopped';
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
