import { pause, schemaGap } from '@topup/core/shared';
import { countArgument } from '../arguments';
import { command, group, option } from '../declare';
import { Refusal, toSentence } from '../refusal';
import { using } from '../with-database';

const LOOK_AGAIN_MS = 1_000;

export const databaseCommands = group('database', 'the database that the services run on', [
  command(
    'wait',
    'wait until the database has the migrations that this version needs',
    [option('--timeout <seconds>', 'when to give up', countArgument, 600)],
    async ({ timeout }) => {
      const until = performance.now() + timeout * 1_000;
      for (;;) {
        const why = await using({}, schemaGap).catch((error) => toSentence(error, 'reads'));
        if (why === null)
          return { json: { ready: true }, text: 'The database has the migrations that this version needs.' };
        if (performance.now() > until) throw new Refusal(`After ${timeout} s: ${why}`);
        await pause(LOOK_AGAIN_MS);
      }
    },
  ),
]);
