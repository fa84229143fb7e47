import { readFileSync } from 'node:fs';
import path from 'node:path';
import Joi from 'joi';
import { redisCluster } from './redis';

/** Every setting there is, parsed. Durations are milliseconds. */
export type Settings = {
  DATABASE_URL: string;
  REDIS_URL: string | undefined;
  DATA_DIR: string;
  LOG_LEVEL: 'error' | 'warn' | 'info' | 'debug';
  KEY_ENCRYPTION_SECRET: Buffer;
  KEY_ENCRYPTION_SECRET_PREVIOUS: Buffer | undefined;
  API_PORT: number;
  API_OPS_PORT: number;
  WORKER_OPS_PORT: number;
  SANDBOX_PORT: number;
  DASHBOARD_PORT: number;
  LISTEN_HOST: string;
  VTPASS_BASE_URL: string;
  VTPASS_API_KEY: string;
  VTPASS_PUBLIC_KEY: string;
  VTPASS_SECRET_KEY: string;
  VTPASS_CALLBACK_SECRET: string | undefined;
  PROVIDER_TIMEOUT_MS: number;
  PROVIDER_BREAKER_RESET_MS: number;
  PROVIDER_FLOAT_ALERT_NAIRA: number;
  PURCHASE_WAIT_MS: number;
  SYNC_WAIT_MS: number;
  SYNC_CONCURRENCY: number;
  START_DEADLINE_MS: number;
  LEASE_MS: number;
  SWEEP_INTERVAL_MS: number;
  REQUERY_SCHEDULE: number[];
  NOT_FOUND_MIN_COUNT: number;
  NOT_FOUND_SPAN_MS: number;
  NOT_FOUND_MIN_AGE_MS: number;
  WORKER_QUEUES: string[];
  WORKER_CONCURRENCY: number;
  WEBHOOK_TIMEOUT_MS: number;
  WEBHOOK_ALLOW_PRIVATE: boolean;
  AIRTIME_BOUNDS: Bounds;
  ELECTRICITY_BOUNDS: Bounds;
  RATE_LIMIT_PER_MINUTE: number;
  TERMII_BASE_URL: string | undefined;
  TERMII_API_KEY: string | undefined;
  TERMII_SENDER_ID: string | undefined;
  DASHBOARD_URL: string | undefined;
  DASHBOARD_SECRET: Buffer;
  API_URL: string | undefined;
  SMTP_URL: string | undefined;
  SMTP_FROM: string | undefined;
};

/** Least and greatest amount of one purchase in kobo, by network or disco. */
export type Bounds = Record<string, { min: bigint; max: bigint }>;

export type SettingName = keyof Settings;

/** Settings that only make sense together, and that more than one process reads. */
export const settingGroups = {
  provider: ['VTPASS_BASE_URL', 'VTPASS_API_KEY', 'VTPASS_PUBLIC_KEY', 'VTPASS_SECRET_KEY'],
  sending: [
    'PROVIDER_TIMEOUT_MS',
    'PROVIDER_BREAKER_RESET_MS',
    'START_DEADLINE_MS',
    'LEASE_MS',
    'REQUERY_SCHEDULE',
    'NOT_FOUND_MIN_COUNT',
    'NOT_FOUND_SPAN_MS',
    'NOT_FOUND_MIN_AGE_MS',
  ],
} as const satisfies Record<string, readonly SettingName[]>;

/** `shown`: the default as one would write it, where the parsed default is not what one writes. */
type Setting = { schema: Joi.Schema; text: string; shown?: string };

const AIRTIME = { names: ['mtn', 'glo', 'airtel', 'etisalat'], min: 10, max: 50_000 };
const DISCO_PLACES = ['ikeja', 'eko', 'abuja', 'ibadan', 'kano', 'portharcourt', 'enugu', 'jos', 'kaduna', 'benin'];
const ELECTRICITY = { names: DISCO_PLACES.map((place) => `${place}-electric`), min: 1_000, max: 500_000 };
const QUEUES = ['airtime', 'data', 'webhooks', 'notifications'];
const SCHEDULE = [
  '5s',
  '15s',
  '30s',
  '1m',
  '2m',
  '5m',
  '10m',
  '15m',
  '20m',
  '40m',
  ...Array.from({ length: 24 }, (_, hour) => `${hour + 1}h`),
].join(',');

const port = (value: number) => Joi.number().port().allow(0).default(value);
const duration = (value: number) => Joi.number().integer().min(1).max(604_800_000).default(value);
const url = (...schemes: string[]) => Joi.string().uri({ scheme: schemes });

/** The one table of settings: what is accepted, the default, and the sentence `.env.example` gives. In the order of that file. */
const SETTINGS: Record<SettingName, Setting> = {
  DATABASE_URL: {
    schema: url('postgresql', 'postgres').required(),
    text: 'PostgreSQL 15 or newer, read committed, with fsync and synchronous_commit on.',
  },
  REDIS_URL: {
    schema: Joi.string().custom(redisUrl),
    text: 'Set: BullMQ on this Redis (maxmemory-policy noeviction), the production way; a Redis Cluster is redis+cluster://host:6379,host:6379. Unset: BullMQ on DATABASE_URL, schema bullmq.',
  },
  DATA_DIR: {
    schema: Joi.string().default('.data'),
    text: 'Where npm start keeps its stores; its runtime.json answers for settings that the environment leaves out.',
  },
  LOG_LEVEL: {
    schema: Joi.string().valid('error', 'warn', 'info', 'debug').default('info'),
    text: 'error, warn, info or debug.',
  },
  KEY_ENCRYPTION_SECRET: {
    schema: Joi.string().custom(base64Key).required(),
    text: '32 random bytes in base64 (openssl rand -base64 32). Encrypts the API keys at rest; the same for api, worker and ops.',
  },
  KEY_ENCRYPTION_SECRET_PREVIOUS: {
    schema: Joi.string().custom(base64Key),
    text: 'While KEY_ENCRYPTION_SECRET is being changed (keys rotate-master): the one before it, which is still read.',
  },
  API_PORT: { schema: port(3000), text: 'The public HTTP API.' },
  API_OPS_PORT: { schema: port(3001), text: 'Health, metrics and queues, from the api process; never public.' },
  WORKER_OPS_PORT: { schema: port(3002), text: 'The same from the worker process; never public.' },
  SANDBOX_PORT: { schema: port(3003), text: 'The provider sandbox.' },
  DASHBOARD_PORT: { schema: port(3004), text: 'The dashboard, its pages and its own health.' },
  LISTEN_HOST: {
    schema: Joi.string().hostname().default('127.0.0.1'),
    text: 'The address to listen on; 0.0.0.0 in a container.',
  },
  VTPASS_BASE_URL: {
    schema: url('https', 'http').required(),
    text: 'The provider, with its /api: https://vtpass.com/api or https://sandbox.vtpass.com/api. Set, npm start starts no sandbox.',
  },
  VTPASS_API_KEY: { schema: Joi.string().required(), text: 'Static key of the VTpass account.' },
  VTPASS_PUBLIC_KEY: { schema: Joi.string().required(), text: 'PK_… of the VTpass account.' },
  VTPASS_SECRET_KEY: { schema: Joi.string().required(), text: 'SK_… of the VTpass account.' },
  VTPASS_CALLBACK_SECRET: {
    schema: Joi.string().pattern(/^[A-Za-z0-9_-]{24,128}$/, 'of 24 to 128 letters, digits, - and _'),
    text: 'Set: VTpass may call POST /callbacks/vtpass/<this>, which only makes us ask it again. Unset: there is no such path.',
  },
  PROVIDER_TIMEOUT_MS: {
    schema: duration(55_000),
    text: 'From before the claim to the end of the provider’s answer. After it the outcome is unknown, and asked for.',
  },
  PROVIDER_BREAKER_RESET_MS: {
    schema: Joi.number().integer().min(0).max(3_600_000).default(10_000),
    text: 'How long a provider that fails is not used at all, before one call tries it again. 0: it is always used.',
  },
  PROVIDER_FLOAT_ALERT_NAIRA: {
    schema: Joi.number().integer().min(0).max(1_000_000_000).default(100_000),
    text: 'Below how many whole naira in our account at the provider the workers raise an alert: what you sell while you fund it. 0: never.',
  },
  PURCHASE_WAIT_MS: {
    schema: duration(15_000),
    text: 'How long an airtime or data purchase waits for its outcome before it answers 202.',
  },
  SYNC_WAIT_MS: {
    schema: duration(30_000),
    text: 'The same for a cable TV or electricity purchase, whose provider says nothing for so long.',
  },
  SYNC_CONCURRENCY: {
    schema: Joi.number().integer().min(1).max(1000).default(64),
    text: 'Cable TV and electricity purchases (and, apart from them, lookups) that one api has open at a time. More are answered 429, before any debit.',
  },
  START_DEADLINE_MS: {
    schema: duration(1_800_000),
    text: 'A purchase that nobody could send for this long is given up and refunded.',
  },
  LEASE_MS: {
    schema: duration(75_000),
    text: 'How long a claim holds. At least a third longer than PROVIDER_TIMEOUT_MS.',
  },
  SWEEP_INTERVAL_MS: {
    schema: duration(500),
    text: 'How often each worker looks into the database for work that no job told it of.',
  },
  REQUERY_SCHEDULE: {
    schema: Joi.string()
      .custom(schedule)
      .default(() => schedule(SCHEDULE)),
    shown: SCHEDULE,
    text: 'When to ask the provider about an unknown outcome: offsets since the send, ascending (ms, s, m, h). After the last, a person is asked.',
  },
  NOT_FOUND_MIN_COUNT: {
    schema: Joi.number().integer().min(2).max(100).default(3),
    text: 'How often the provider must not know an order before it is refunded …',
  },
  NOT_FOUND_SPAN_MS: { schema: duration(600_000), text: '… over how long at the least …' },
  NOT_FOUND_MIN_AGE_MS: { schema: duration(600_000), text: '… and how long after the send that count may begin.' },
  WORKER_QUEUES: {
    schema: Joi.string()
      .custom(list(QUEUES))
      .default(() => [...QUEUES]),
    shown: QUEUES.join(','),
    text: 'Which queues this worker serves. A worker sweeps only for the queues it serves.',
  },
  WORKER_CONCURRENCY: {
    schema: Joi.number().integer().min(1).max(1000).default(64),
    text: 'Provider calls (and, apart from them, webhook deliveries) one worker has open at a time.',
  },
  WEBHOOK_TIMEOUT_MS: { schema: duration(10_000), text: 'The whole of a webhook delivery.' },
  WEBHOOK_ALLOW_PRIVATE: {
    schema: Joi.boolean().default(false),
    text: 'Deliver webhooks to private and loopback addresses too. For development only.',
  },
  AIRTIME_BOUNDS: {
    schema: boundsOf(AIRTIME),
    text: 'Least and greatest airtime purchase in whole naira per network, e.g. mtn:50-50000,glo:10-20000. Unnamed networks: 10-50000.',
  },
  ELECTRICITY_BOUNDS: {
    schema: boundsOf(ELECTRICITY),
    text: 'The same per disco, e.g. ikeja-electric:500-400000. Unnamed discos: 1000-500000.',
  },
  RATE_LIMIT_PER_MINUTE: {
    schema: Joi.number().integer().min(0).max(1_000_000).default(0),
    text: 'Requests under /v1 that one API key may make in a minute, counted over all api processes when REDIS_URL is set, else in each. 0: no limit.',
  },
  TERMII_BASE_URL: {
    schema: url('https', 'http'),
    text: 'Termii, for prepaid tokens by SMS, such as https://v3.api.termii.com. Unset: each SMS is a line in the log, without its token.',
  },
  TERMII_API_KEY: { schema: Joi.string(), text: 'Key of the Termii account.' },
  TERMII_SENDER_ID: {
    schema: Joi.string().pattern(/^[A-Za-z0-9 ]{3,11}$/),
    text: 'The sender that Termii has approved: 3 to 11 letters and digits.',
  },
  DASHBOARD_URL: {
    schema: Joi.string().custom(dashboardOrigin),
    text: 'Where people open the dashboard, such as https://dashboard.example.com; plain http on this machine alone. Unset: http://127.0.0.1:<DASHBOARD_PORT>.',
  },
  DASHBOARD_SECRET: {
    schema: Joi.string().custom(base64Key).required(),
    text: '32 random bytes in base64 (openssl rand -base64 32). Signs the cookies of the dashboard and encrypts the secrets of its second factors.',
  },
  API_URL: {
    schema: Joi.string().custom(baseUrl),
    text: 'Where clients reach the API, as the dashboard shows it in its examples. Unset: http://127.0.0.1:<API_PORT>.',
  },
  SMTP_URL: {
    schema: url('smtp', 'smtps'),
    text: 'Mails the links of the dashboard, such as smtps://user:password@mail.example.com. Unset: whoever makes a link hands it on.',
  },
  SMTP_FROM: {
    schema: Joi.string().min(3).max(200),
    text: 'The sender of those mails, such as Top-Up <no-reply@example.com>.',
  },
};

/**
 * Reads the named settings, from the environment and, where that is silent, from `$DATA_DIR/runtime.json`. An empty value counts as unset.
 * @throws SettingsError naming every setting that is missing or wrong, all at once
 */
export function loadSettings<K extends SettingName>(
  names: readonly K[],
  environment: NodeJS.ProcessEnv = processEnvironment(),
): Pick<Settings, K> {
  const given = { ...runtimeFile(environment.DATA_DIR || '.data'), ...withoutEmpty(environment) };
  const parsed: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const name of names) {
    const { value, error } = SETTINGS[name].schema
      .label(name)
      .validate(given[name], { convert: true, errors: { wrap: { label: false } } });
    if (error) faults.push(error.message);
    else parsed[name] = value;
  }
  faults.push(...contradictions(parsed));
  if (faults.length > 0) throw new SettingsError(faults);
  return parsed as Pick<Settings, K>;
}

/** When to ask the provider again, as the business takes it. */
export function requeryRules(
  settings: Pick<Settings, 'REQUERY_SCHEDULE' | 'NOT_FOUND_MIN_COUNT' | 'NOT_FOUND_SPAN_MS' | 'NOT_FOUND_MIN_AGE_MS'>,
) {
  return {
    schedule: settings.REQUERY_SCHEDULE,
    notFoundMinCount: settings.NOT_FOUND_MIN_COUNT,
    notFoundSpanMs: settings.NOT_FOUND_SPAN_MS,
    notFoundMinAgeMs: settings.NOT_FOUND_MIN_AGE_MS,
    random: Math.random,
  };
}

/** Where people open the dashboard, without a slash at the end. */
export function dashboardUrl({
  DASHBOARD_URL,
  DASHBOARD_PORT,
}: Pick<Settings, 'DASHBOARD_URL' | 'DASHBOARD_PORT'>): string {
  return DASHBOARD_URL ?? `http://127.0.0.1:${DASHBOARD_PORT}`;
}

/** The settings as the environment alone gives them, unparsed, with the sandbox's own: what `npm start` hands on to the processes it starts. */
export function givenSettings(environment: NodeJS.ProcessEnv = processEnvironment()): Record<string, string> {
  const ours = ([name]: [string, unknown]) => name in SETTINGS || name.startsWith('SANDBOX_');
  return Object.fromEntries(Object.entries(withoutEmpty(environment)).filter(ours)) as Record<string, string>;
}

export class SettingsError extends Error {
  constructor(readonly faults: string[]) {
    super(`The settings are not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

/** The text of `.env.example`: every setting with its sentence and its default, commented out. */
export function environmentExample(): string {
  const blocks = Object.entries(SETTINGS).map(
    ([name, setting]) => `# ${setting.text}\n#${name}=${defaultText(setting)}\n`,
  );
  return `# Every setting of the services. \`npm start\` needs none of them. Written by \`npm run generate\`.\n\n${blocks.join('\n')}`;
}

// ---- across settings

const TERMII = ['TERMII_BASE_URL', 'TERMII_API_KEY', 'TERMII_SENDER_ID'];
const SMTP = ['SMTP_URL', 'SMTP_FROM'];

function contradictions(parsed: Record<string, unknown>): string[] {
  return [
    ...shortLease(parsed),
    ...halfOf(TERMII, 'TERMII_*', parsed),
    ...halfOf(SMTP, 'SMTP_*', parsed),
    ...sameSecretTwice(parsed),
  ];
}

function shortLease({ LEASE_MS: lease, PROVIDER_TIMEOUT_MS: timeout }: Record<string, unknown>): string[] {
  if (typeof lease !== 'number' || typeof timeout !== 'number' || lease * 3 >= timeout * 4) return [];
  return [
    `LEASE_MS (${lease}) must be at least a third longer than PROVIDER_TIMEOUT_MS (${timeout}): a claim must outlast its send`,
  ];
}

function sameSecretTwice({
  KEY_ENCRYPTION_SECRET: current,
  KEY_ENCRYPTION_SECRET_PREVIOUS: previous,
}: Record<string, unknown>): string[] {
  const same = Buffer.isBuffer(current) && Buffer.isBuffer(previous) && current.equals(previous);
  return same
    ? ['KEY_ENCRYPTION_SECRET_PREVIOUS must be another than KEY_ENCRYPTION_SECRET: the one before it, or unset']
    : [];
}

function halfOf(group: string[], called: string, parsed: Record<string, unknown>): string[] {
  const missing = group.filter((name) => name in parsed && parsed[name] === undefined);
  return missing.length === 0 || missing.length === group.length
    ? []
    : [`${missing.join(' and ')} must be set too, or none of ${called}`];
}

// ---- where values come from

function processEnvironment(): NodeJS.ProcessEnv {
  // biome-ignore lint/style/noProcessEnv: the only reader of the environment
  return process.env;
}

function withoutEmpty(environment: NodeJS.ProcessEnv): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
}

function runtimeFile(dataDir: string): Record<string, string | undefined> {
  try {
    return JSON.parse(readFileSync(path.join(dataDir, 'runtime.json'), 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    throw new SettingsError([`${path.join(dataDir, 'runtime.json')} cannot be read: ${message}`]);
  }
}

// ---- the kinds of value

function base64Key(text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32 || key.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, ''))
    throw new Error('must be 32 bytes in base64');
  return key;
}

function redisUrl(text: string): string {
  if (redisCluster(text) === undefined && url('redis', 'rediss').validate(text).error)
    throw new Error('must be like redis://host:6379, or redis+cluster://host:6379,host:6379');
  return text;
}

/** Cookies that let people move money go over plain http to this machine alone. */
function dashboardOrigin(text: string): string {
  const { protocol, hostname, origin } = URL.canParse(text)
    ? new URL(text)
    : { protocol: '', hostname: '', origin: '' };
  if (!['https:', 'http:'].includes(protocol) || text.replace(/\/$/, '') !== origin)
    throw new Error('must be an origin such as https://dashboard.example.com, without a path');
  if (protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname))
    throw new Error('must be https, but for an address of this machine');
  return origin;
}

function baseUrl(text: string): string {
  if (url('https', 'http').validate(text).error) throw new Error('must be like https://api.example.com');
  return text.replace(/\/$/, '');
}

function list(allowed: string[]) {
  return (text: string): string[] => {
    const items = text.split(',').map((item) => item.trim());
    const unknown = items.filter((item) => !allowed.includes(item));
    if (unknown.length > 0) throw new Error(`knows only ${allowed.join(', ')}, not ${unknown.join(', ')}`);
    return [...new Set(items)];
  };
}

const UNIT_MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

function schedule(text: string): number[] {
  const offsets = text.split(',').map((item) => {
    const [, amount, unit] = /^\s*(\d+)\s*(ms|s|m|h)\s*$/.exec(item) ?? [];
    if (amount === undefined || unit === undefined)
      throw new Error(`must be durations such as 5s,15s,1m,2h, not "${item}"`);
    return Number(amount) * (UNIT_MS[unit] ?? 0);
  });
  if (offsets.some((offset, i) => offset <= (offsets[i - 1] ?? 0)))
    throw new Error('must be ascending and greater than zero');
  return offsets;
}

/** `names` with their default range in whole naira; what the text names gets its own. */
function boundsOf({ names, min, max }: { names: string[]; min: number; max: number }): Joi.Schema {
  const parse = (text: string): Bounds => {
    const all = Object.fromEntries(names.map((name) => [name, { min: BigInt(min) * 100n, max: BigInt(max) * 100n }]));
    for (const item of text.split(',').filter((part) => part.trim() !== '')) {
      const [name, range] = rangeOf(item, names);
      all[name] = range;
    }
    return all;
  };
  return Joi.string()
    .custom(parse)
    .default(() => parse(''));
}

function rangeOf(item: string, names: string[]): [string, { min: bigint; max: bigint }] {
  const [, name, min, max] = /^\s*([a-z-]+):(\d{1,7})-(\d{1,7})\s*$/.exec(item) ?? [];
  if (name === undefined || !names.includes(name))
    throw new Error(`must be like ${names[0]}:50-50000 with ${names.join(', ')}, not "${item}"`);
  const range = { min: BigInt(min ?? 0) * 100n, max: BigInt(max ?? 0) * 100n };
  if (range.min < 1n || range.max < range.min) throw new Error(`"${item}" is no range`);
  return [name, range];
}

function defaultText({ schema, shown }: Setting): string {
  const flags = schema.describe().flags as { default?: unknown } | undefined;
  const value = flags?.default;
  // a default that is made when it is wanted shows as what it is called by `shown`, or not at all
  return shown ?? (typeof value === 'object' || typeof value === 'function' ? '' : String(value ?? ''));
}
