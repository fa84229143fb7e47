import type { Command } from 'commander';

type Given = Record<string, unknown>;

/** What is asked before commands that cannot be taken back, or that stop a client, by their words. */
const QUESTIONS: Record<string, (options: Given, words: string[]) => string | null> = {
  'key revoke': ({ key }) => `Revoke key ${key} for good?`,
  'webhook-secret revoke': ({ account }) => `Revoke the webhook secrets of ${account} for good?`,
  'tier set-markup': ({ tier, dryRun }) => (dryRun ? null : `Change what all accounts of tier ${tier} pay?`),
  'account suspend': ({ account }) => `Suspend ${account}? It cannot buy then.`,
  'user disable': ({ email }) => `Sign ${email} out and block their sign-in?`,
  'user drop-two-factor': ({ email }) => `Let ${email} sign in with the password alone?`,
  'wallet adjust': ({ account, reference }) => `Adjust the wallet of ${account} (${reference})?`,
  'purchase settle': ({ success }, [reference]) =>
    `Settle ${reference} as ${success ? 'delivered, without a refund' : 'not delivered, with a refund'}?`,
  quarantine: ({ dryRun, nothingLost }) =>
    dryRun ? null : nothingLost ? 'Is it proven that this server lacks nothing?' : 'Treat all open purchases as sent?',
};

/** The question of a command; null when it has none. */
export function questionOf(command: Command): string | null {
  const words: string[] = [];
  for (let each: Command | null = command; each?.parent; each = each.parent) words.unshift(each.name());
  return QUESTIONS[words.join(' ')]?.(command.opts(), command.args) ?? null;
}
