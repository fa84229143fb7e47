import type { Command } from 'commander';
import type { Report } from './output';
import type { Terminal } from './terminal';

/** The options of every command. */
export type Options = { json?: true; url?: string };

/**
 * A commander action that prints the report of `work` as JSON or as text. `work` gets the options, the global ones
 * among them, and then the arguments of the command.
 */
export function reporting<O extends Options, A extends unknown[]>(
  { out }: Pick<Terminal, 'out'>,
  work: (options: O, ...given: A) => Promise<Report>,
): (...args: [...A, O, Command]) => Promise<void> {
  return async (...args) => {
    const command = args.at(-1) as Command;
    const options = command.optsWithGlobals<O>();
    const { json, text } = await work(options, ...(args.slice(0, -2) as A));
    out(`${options.json ? JSON.stringify(json) : text}\n`);
  };
}
