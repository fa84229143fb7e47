import { pause, schemaGap } from '@topup/core/shared';
import type { Command } from 'commander';
import { countArgument } from '../arguments';
import { type Report, reporting } from '../output';
import { Refusal } from '../refusal';
import { using } from '../with-database';

const LOOK_AGAIN_MS = 1_000;

export function databaseCommands(program: Command): void {
  const database = program.command('database').description('the database that the services run on');
  database
    .command('wait')
    .description('wait until the database answers and has the migrations that this version needs')
    .option('--timeout <seconds>', 'give up after so many seconds (default: 600)', countArgument, 600)
    .action(reporting(wait));
}

async function wait({ timeout }: { timeout: number }): Promise<Report> {
  const until = performance.now() + timeout * 1_000;
  for (;;) {
    const why = await using({}, schemaGap).catch((error: Error) => error.message);
    if (why === null)
      return { json: { ready: true }, text: 'The database has the migrations that this version needs.' };
    if (performance.now() > until) throw new Refusal(`After ${timeout} s: ${why}`);
    await pause(LOOK_AGAIN_MS);
  }
}
