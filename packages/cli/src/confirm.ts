import type { Connected } from './connection';
import { UsageError } from './output';
import type { Terminal } from './terminal';

/** Asks before live money is spent. `what`: is bought. @throws UsageError unless a person agrees */
export async function confirm(terminal: Terminal, { baseUrl }: Connected, what: string): Promise<void> {
  const question = `This buys ${what} at ${baseUrl} with real money.`;
  if (!terminal.isInteractive) throw new UsageError(`${question} Pass --yes if you mean it, or use a test key.`);
  const answer = await terminal.ask(`${question} Continue? [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('Nothing was bought.');
}

/** The option that stands for the answer. */
export const YES = ['--yes', 'spend live money without asking, as a program without a terminal must'] as const;
