import type { HeardEvent } from '@topup/client';
import type { Command } from 'commander';
import { connectInTest } from '../connection';
import { type Options, UsageError } from '../output';
import { type Terminal, untilInterrupted } from '../terminal';

type ListenOptions = Options & { forwardTo?: string };

/** Result of forwarding a copy of an event: the HTTP status of the receiver, or why there is none. */
type Forwarded = { status: number | null; durationMs: number; error: string | null };

const FORWARD_WITHIN_MS = 10_000; // as long as a delivery waits for a receiver

/** `topup listen`: prints every event of the test account, and sends each to a local URL as the service would. */
export function addListen(program: Command, terminal: Terminal): void {
  program
    .command('listen')
    .description('print each event of the test account, until you interrupt')
    .option('--forward-to <url>', 'send each event to this URL, signed as the service signs')
    .action(async (_options: object, command: Command) =>
      untilInterrupted(terminal, listen(terminal, command.optsWithGlobals<ListenOptions>())),
    );
}

async function listen(terminal: Terminal, { url, json, forwardTo }: ListenOptions): Promise<void> {
  if (forwardTo !== undefined && !/^https?:\/\//i.test(forwardTo))
    throw new UsageError('--forward-to is an http or https URL, such as http://127.0.0.1:8080/topup-events.');
  const { topup } = connectInTest(terminal, url);
  const onReady = (webhookSecret: string) => {
    if (json) terminal.out(`${JSON.stringify({ event: 'ready', webhookSecret })}\n`);
    else terminal.err(`Ready. Events are signed with the key in use and with the webhook secret ${webhookSecret}\n`);
  };
  for await (const heard of topup.listen({ signal: terminal.interrupted, onReady })) {
    const forwarded = forwardTo === undefined ? null : await forward(forwardTo, heard);
    terminal.out(`${json ? JSON.stringify({ ...heard, forwarded }) : toLine(heard, forwarded)}\n`);
  }
}

async function forward(url: string, { headers, body }: HeardEvent): Promise<Forwarded> {
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  try {
    const signal = AbortSignal.timeout(FORWARD_WITHIN_MS);
    const { status, body: answer } = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await answer?.cancel();
    return { status, durationMs: took(), error: null };
  } catch (error) {
    return { status: null, durationMs: took(), error: whyNot(error, url) };
  }
}

function whyNot(error: unknown, url: string): string {
  const { name, code, cause } = Object(error);
  const { code: deeper, message } = Object(cause);
  // what fetch says, without a code, of the ports of other protocols
  if (message === 'bad port') return `Node refuses port ${new URL(url).port} (choose another one)`;
  return String(deeper ?? code ?? name);
}

function toLine({ event, body }: HeardEvent, forwarded: Forwarded | null): string {
  const { reference, timestamp } = JSON.parse(body);
  const line = `${String(timestamp).slice(11, 19)}Z  ${event.padEnd(24)}  ${reference}`;
  return forwarded === null ? line : `${line}  → ${forwarded.status ?? forwarded.error} in ${forwarded.durationMs} ms`;
}
