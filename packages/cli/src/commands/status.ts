import type { Command } from 'commander';
import { connect } from '../connection';
import { purchaseFacts } from '../output';
import { type Options, reporting } from '../reporting';
import type { Terminal } from '../terminal';

/** `topup status`: how a purchase stands. A failed one is an answer, and no failure of the command. */
export function addStatus(program: Command, terminal: Terminal): void {
  program
    .command('status <reference>')
    .description('show how a purchase stands')
    .action(
      reporting<Options, [string]>(terminal, async ({ url }, reference) => {
        const answer = await connect(terminal, url).topup.status(reference, { signal: terminal.interrupted });
        const { status, message, error_code, data } = answer;
        return { json: answer, text: `${message}\n${purchaseFacts({ status, error_code }, data)}` };
      }),
    );
}
