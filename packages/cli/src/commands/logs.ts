import { setTimeout as pause } from 'node:timers/promises';
import { type LoggedRequest, TopUpError } from '@topup/client';
import type { Command } from 'commander';
import { type Connected, connect } from '../connection';
import { type Options, UsageError } from '../output';
import { type Terminal, untilInterrupted } from '../terminal';

type TailOptions = Options & { lines: string; status?: string; path?: string; follow: boolean };

const LOOK_EVERY_MS = 1_000;
const LONGEST_WAIT_MS = 15_000; // while the service is away, as `listen` waits

/** `topup logs tail`: prints the account's calls as the API answers them. */
export function addLogs(program: Command, terminal: Terminal): void {
  program
    .command('logs')
    .description('the requests of the account')
    .command('tail')
    .description('print the newest requests, and then each new one, until you interrupt')
    .option('--lines <n>', 'how many of the newest to begin with, at most 100', '10')
    .option('--status <status>', 'only this HTTP status, or 2xx, 4xx or 5xx')
    .option('--path <path>', 'only this path, such as /v1/airtime/purchase')
    .option('--no-follow', 'print the newest, and end')
    .action(async (_options: object, command: Command) =>
      untilInterrupted(terminal, tail(terminal, command.optsWithGlobals<TailOptions>())),
    );
}

async function tail(terminal: Terminal, options: TailOptions): Promise<void> {
  const { url, json, lines, follow, status, path } = options;
  const newest = Number(lines);
  if (!Number.isInteger(newest) || newest < 0 || newest > 100)
    throw new UsageError('--lines is a number from 0 to 100.');
  const { topup } = connect(terminal, url);
  const print = (request: LoggedRequest) => {
    if (isWanted(request, options)) terminal.out(`${json ? JSON.stringify(request) : toLine(request)}\n`);
  };
  const read = async (filter: Parameters<typeof topup.requests>[0]) =>
    (await topup.requests(filter, { signal: terminal.interrupted }).page()).items;
  const isFiltered = status !== undefined || path !== undefined;
  const last = isFiltered ? (await read({ limit: 1 }))[0]?.id : undefined;
  const items = await read({ limit: Math.max(1, newest), ...(status && { status }), ...(path && { path }) });
  const start = last ?? items[0]?.id ?? '';
  // one that came in between is among those that follow
  for (const request of items.slice(0, newest).reverse()) if (request.id <= start) print(request);
  if (!follow) return;
  if (!json) terminal.err('Following. New calls come after two seconds; Ctrl-C ends it.\n');
  await printNew({ topup, terminal, print }, start || undefined);
}

/**
 * Looks again and again, also while the service is away. The filters are applied here: the service would read all that
 * it left out again at every look.
 */
async function printNew(
  { topup, terminal, print }: Pick<Connected, 'topup'> & { terminal: Terminal; print(request: LoggedRequest): void },
  last: string | undefined,
): Promise<void> {
  const signal = terminal.interrupted;
  for (let after = last, failures = 0; ; ) {
    await pause(Math.min(LOOK_EVERY_MS * 2 ** failures, LONGEST_WAIT_MS), undefined, { signal });
    const newer = after === undefined ? newestFirst(topup, signal) : topup.requests({ after, limit: 100 }, { signal });
    try {
      for await (const request of newer) {
        print(request);
        after = request.id;
      }
      failures = 0;
    } catch (error) {
      if (!(error instanceof TopUpError) || !(error.httpStatus === null || error.retryable)) throw error;
      if (failures === 0) terminal.err(`${error.message} This command tries again automatically.\n`);
      failures += 1;
    }
  }
}

/** The first call of an account that had none. */
async function* newestFirst(topup: Connected['topup'], signal: AbortSignal): AsyncGenerator<LoggedRequest> {
  const { items } = await topup.requests({ limit: 100 }, { signal }).page();
  yield* items.reverse();
}

const isWanted = (request: LoggedRequest, { status, path }: TailOptions): boolean =>
  (path === undefined || request.path === path) &&
  (status === undefined || String(request.status) === status || `${String(request.status)[0]}xx` === status);

function toLine({ time, method, path, status, error_code, duration_ms, reference, request_id }: LoggedRequest): string {
  const outcome = `${status === 0 ? 'gone' : status}${error_code === null ? '' : ` ${error_code}`}`;
  return [
    `${time.slice(11, 23)}Z`,
    `${method.padEnd(4)} ${path}`,
    outcome,
    `${duration_ms} ms`,
    reference ?? '',
    request_id,
  ]
    .filter((part) => part !== '')
    .join('  ');
}
