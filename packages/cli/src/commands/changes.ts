import type { Change } from '@topup/client';
import type { Command } from 'commander';
import { connect } from '../connection';
import { type Options, UsageError } from '../output';
import { type Terminal, untilInterrupted } from '../terminal';

type ChangesOptions = Options & { after?: string; all?: true };

/** `topup changes`: prints each purchase when it becomes final, and again when it is reversed. */
export function addChanges(program: Command, terminal: Terminal): void {
  program
    .command('changes')
    .description('print each purchase that becomes final or is reversed, until you interrupt')
    .option('--after <cursor>', 'begin after this cursor, which an earlier run has printed; default: now')
    .option('--all', 'begin with the oldest')
    .action(async (_options: object, command: Command) =>
      untilInterrupted(terminal, follow(terminal, command.optsWithGlobals<ChangesOptions>())),
    );
}

async function follow(terminal: Terminal, { url, json, after, all }: ChangesOptions): Promise<void> {
  if (after !== undefined && all) throw new UsageError('Give --after or --all, not both.');
  const { topup } = connect(terminal, url);
  const changes = topup.changes(all ? undefined : (after ?? 'now'), { signal: terminal.interrupted });
  if (!json) terminal.err('Following. Ctrl-C ends it.\n');
  try {
    for await (const change of changes)
      terminal.out(`${json ? JSON.stringify({ ...change, cursor: changes.cursor }) : toLine(change)}\n`);
  } finally {
    const { cursor } = changes;
    if (!json && cursor !== undefined && cursor !== 'now')
      terminal.err(`Go on with: topup changes --after ${cursor}\n`);
  }
}

const toLine = ({ changed_at, reference, transaction_type, amount, status, error_code }: Change): string =>
  [`${changed_at.slice(0, 19)}Z`, reference, transaction_type, amount, status, error_code ?? '']
    .filter((part) => part !== '')
    .join('  ');
