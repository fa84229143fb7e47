import type { DbOrTransaction } from '../shared/db';
import { formatNaira } from '../shared/money';
import { enqueueMail, mailOwners } from './mail.store';

/** What a letter is about; of an action of the audit log. */
type About = { action: string; subject: string; accountId?: string; after?: Record<string, unknown> };

/** Of which changes the owners of an account are told, whoever made them. */
const LETTERS: Record<string, (about: About) => { subject: string; happened: string }> = {
  'api_key.create': ({ subject, after }) => ({
    subject: 'A new API key of your account',
    happened: `your account has a new API key, named "${subject}". Programs can ${after?.scope === 'read' ? 'only read' : 'buy'} with it.`,
  }),
  'api_key.limits': ({ subject, after }) => ({
    subject: 'New limits of an API key of your account',
    happened: `the limits of the API key "${subject}" were changed: ${factsText(after)}.`,
  }),
  'webhook.set': ({ after }) => ({
    subject: 'A new webhook URL of your account',
    happened: `the events of your account are now sent to ${String(after?.url)}.`,
  }),
  'webhook_secret.create': () => NEW_SECRET,
  'webhook_secret.rotate': () => NEW_SECRET,
};

const factsText = (facts: Record<string, unknown> = {}): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name.replace('_', ' ')} ${value}`)
    .join('; ');

const NEW_SECRET = {
  subject: 'A new webhook secret of your account',
  happened: 'your account has a new webhook secret, which signs its events.',
};

/** Mails the owners of the account about an action, when it is one that they must know of. */
export async function mailAbout(tx: DbOrTransaction, about: About): Promise<void> {
  const letter = LETTERS[about.action]?.(about);
  if (letter === undefined || about.accountId === undefined) return;
  const text =
    `Hello,\n\n${letter.happened}\n\nThe page "Activity" of the dashboard shows who did this, and from where.\n` +
    'If nobody of your team did, revoke what is unknown to you, set a new password, and write to us.\n';
  await mailOwners(tx, about.accountId, { subject: letter.subject, text });
}

/** Mails a user that somebody signed in under their name, from a device that they have not used before. */
export function mailNewDevice(
  tx: DbOrTransaction,
  { userId, email }: { userId: string; email: string },
  { address, agent }: { address: string | null; agent: string | null },
): Promise<void> {
  const text =
    'Hello,\n\nsomebody has signed in to the top-up dashboard as you, from a device that is new.\n\n' +
    `Network address: ${address ?? 'unknown'}\nBrowser: ${agent ?? 'unknown'}\n\n` +
    'If this was not you, set a new password now: that ends every session. Then write to us.\n';
  return enqueueMail(tx, { userId, email, subject: 'A sign-in from a new device', text });
}

/** Mails the owners of an account that its balance has passed below its threshold. Returns how many. */
export function mailLowBalance(
  tx: DbOrTransaction,
  { id, name, paymentReference }: { id: string; name: string; paymentReference: string },
  { balanceKobo, thresholdKobo }: { balanceKobo: bigint; thresholdKobo: bigint },
): Promise<number> {
  const [balance, threshold] = [balanceKobo, thresholdKobo].map(formatNaira);
  const text =
    `Hello,\n\nthe wallet of ${name} has NGN ${balance}. That is below your threshold of NGN ${threshold}.\n\n` +
    'Purchases that cost more than the balance are declined. The page "Wallet" of the dashboard shows how to fund it.\n' +
    `Write your payment reference ${paymentReference} into the narration of the transfer.\n\n` +
    'You get this mail once, and again only when the balance was above the threshold in between. An owner sets the\n' +
    'threshold on the same page.\n';
  return mailOwners(tx, id, { subject: 'The balance of your wallet is low', text });
}
