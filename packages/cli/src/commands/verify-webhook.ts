import { readFileSync } from 'node:fs';
import { verifyWebhook } from '@topup/client';
import type { Command } from 'commander';
import { configFile, readConfig } from '../connection';
import { facts, type Options, reporting, UsageError } from '../output';
import type { Terminal } from '../terminal';

type VerifyOptions = Options & { body: string; header: string[]; tolerance: string };

/** `topup verify-webhook`: says whether a delivery is one of the service, from what was received. */
export function addVerifyWebhook(program: Command, terminal: Terminal): void {
  const command = program
    .command('verify-webhook')
    .description('check a delivery with TOPUP_WEBHOOK_SECRET, or else with the API key')
    .option('--body <file>', 'the body exactly as it came; - is standard input', '-')
    .option(
      '--header <line>',
      'a header, such as "webhook-id: …"; may be repeated',
      (line, all: string[]) => [...all, line],
      [],
    )
    .option('--tolerance <seconds>', 'how old the delivery may be', '300');
  reporting<VerifyOptions, []>(terminal, command, (options) => verify(terminal, options));
}

/** 32 bytes in base64: the client throws for any other. */
const SECRET = /^\s*whsec_[A-Za-z0-9+/]{43}=?\s*$/;

const SIGNED = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

async function verify(terminal: Terminal, { body, header, tolerance }: VerifyOptions) {
  const raw = body === '-' ? await terminal.readInput() : readBody(body);
  const { TOPUP_WEBHOOK_SECRET: secret, TOPUP_API_KEY: given } = terminal.env;
  const apiKey = given ?? readConfig(configFile(terminal.env))?.apiKey;
  if (secret === undefined && apiKey === undefined)
    throw new UsageError('Set TOPUP_WEBHOOK_SECRET, or run `topup login` to check the hash.');
  if (secret !== undefined && !SECRET.test(secret))
    throw new UsageError('TOPUP_WEBHOOK_SECRET is no webhook secret. Copy it again from the dashboard.');
  const toleranceSeconds = Number(tolerance);
  if (!(toleranceSeconds > 0)) throw new UsageError('--tolerance is a number of seconds above zero.');
  const headers = Object.fromEntries(header.map(toHeader));
  const missing = SIGNED.filter((name) => headers[name] === undefined);
  if (secret !== undefined && missing.length > 0)
    throw new UsageError(`The signature needs a --header for each of ${SIGNED.join(', ')}. Missing: ${missing}.`);
  const by = secret === undefined ? { apiKey: apiKey ?? '' } : { secret, toleranceSeconds };
  const event = verifyWebhook(raw, headers, by);
  if (event === null && secret !== undefined && verifyWebhook(raw, headers, { secret, toleranceSeconds: Infinity }))
    throw new Error(
      `The signature is right, but not of the last ${tolerance} seconds. To check it, raise --tolerance.`,
    );
  const checked = secret === undefined ? 'hash' : 'signature';
  if (event === null) throw new Error(`The ${checked} is wrong: this is no event of the service for you.`);
  const limits = secret === undefined ? ' It covers the reference alone: ask for the status before you act.' : '';
  return { json: { valid: true, checked, event }, text: `The ${checked} is right.${limits}\n${facts(event)}` };
}

function readBody(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

function toHeader(line: string): [name: string, value: string] {
  const [, name, value] = /^([\w-]+): *(.*)$/.exec(line.trim()) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError(`"${line}" is no header, such as "webhook-id: 1".`);
  return [name.toLowerCase(), value];
}
