import type { TopUp } from '@topup/client';
import { Argument, type Command } from 'commander';
import { connectInTest } from '../connection';
import { type Options, reporting } from '../reporting';
import type { Terminal } from '../terminal';

type EventName = Parameters<TopUp['triggerEvent']>[0]['event'];

/** All of them: without one it does not compile. */
const EVENTS: Record<EventName, true> = {
  'airtime.purchase.success': true,
  'airtime.purchase.failed': true,
  'airtime.purchase.pending': true,
  'data.purchase.success': true,
  'data.purchase.failed': true,
  'transaction.requery': true,
};

/** `topup trigger`: a test event, for the webhook URL and for `topup listen`. */
export function addTrigger(program: Command, terminal: Terminal): void {
  program
    .command('trigger')
    .description('send a test event to the webhook URL of the test account, and to whoever listens')
    .addArgument(new Argument('<event>', 'which event').choices(Object.keys(EVENTS)))
    .action(
      reporting<Options, [EventName]>(terminal, async ({ url }, event) => {
        const sent = await connectInTest(terminal, url).topup.triggerEvent({ event }, { signal: terminal.interrupted });
        return { json: sent, text: `Sent ${sent.event} about ${sent.reference}.` };
      }),
    );
}
