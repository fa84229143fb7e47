import type { DbOrTransaction } from '../shared/db';
import { formatNaira } from '../shared/money';
import { timeIn } from '../time/zoned-time';
import { enqueueMail, mailOwners } from './mail.store';

type About = {
  action: string;
  subject: string;
  subjectId?: string;
  accountId?: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

const GONE = ({ subject }: About) => ({
  subject: 'A user was removed from your account',
  happened: `${subject} can no longer sign in to your account.`,
});

/** `hourly`: a later letter says all that an earlier one does, so one in an hour is enough. */
type Letter = { subject: string; happened: string; hourly?: true };

/** The changes that we tell the owners of an account about, no matter who made them. */
const LETTERS: Record<string, (about: About) => Letter> = {
  'api_key.create': ({ subject, after }) => ({
    subject: 'New API key on your account',
    happened: `Your account has a new API key, "${subject}". It can ${after?.scope === 'read' ? 'only read' : 'make purchases'}.`,
  }),
  'api_key.limits': ({ subject, after }) => ({
    subject: 'API key limits changed on your account',
    happened: `The limits of the API key "${subject}" were changed: ${factsText(after)}.`,
  }),
  'webhook.set': ({ after }) => ({
    subject: 'New webhook URL on your account',
    happened: `Your webhook events are now sent to ${String(after?.url)}.`,
    hourly: true,
  }),
  'webhook_secret.create': () => NEW_SECRET,
  'webhook_secret.rotate': () => NEW_SECRET,
  'user.invite': ({ subject, after }) => ({
    subject: 'New user on your account',
    happened: `${subject} was invited to your account as ${roleText(after)}.`,
  }),
  'user.role': ({ subject, after }) => ({
    subject: 'A user of your account has another role',
    happened: `${subject} is now ${roleText(after)} of your account.`,
  }),
  'user.remove': GONE,
  'user.disable': GONE,
  'user.link': ({ subject }) => ({
    subject: 'New password link on your account',
    happened: `Someone created a link with which ${subject} sets a new password.`,
  }),
  'factor.reset': ({ subject }) => ({
    subject: 'Two-factor authentication reset on your account',
    happened: `${subject} now signs in with the password alone, until they set up two-factor authentication again.`,
  }),
  'account.factor_required': ({ after }) => ({
    subject: 'Two-factor authentication of your team',
    happened: `Your team ${after?.required === true ? 'must' : 'no longer has to'} use two-factor authentication.`,
  }),
};

const roleText = ({ role }: Record<string, unknown> = {}): string => `${role === 'owner' ? 'an' : 'a'} ${role}`;

const factsText = (facts: Record<string, unknown> = {}): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name.replace('_', ' ')} ${value}`)
    .join('; ');

const NEW_SECRET = {
  subject: 'New webhook secret on your account',
  happened: 'Your account has a new webhook secret.',
};

/**
 * Mails the owners of the account about an action that they must know of. It also mails anyone who was an owner until
 * then: somebody who takes an account over must not choose who hears of it.
 */
export async function mailAbout(tx: DbOrTransaction, about: About): Promise<void> {
  const { accountId, subjectId, before } = about;
  const letter = LETTERS[about.action]?.(about);
  if (letter === undefined || accountId === undefined) return;
  const text =
    `Hello,\n\n${letter.happened}\n\nSee "Activity" in the dashboard for who did this, and from where.\n` +
    'If nobody on your team did this, undo it and change your password.\n';
  await mailOwners(tx, accountId, { subject: letter.subject, text, hourly: letter.hourly === true });
  if (before?.role === 'owner' && subjectId !== undefined)
    await enqueueMail(tx, { userId: subjectId, email: about.subject, subject: letter.subject, text });
}

export function mailNewDevice(
  tx: DbOrTransaction,
  { userId, email }: { userId: string; email: string },
  { address, agent }: { address: string | null; agent: string | null },
): Promise<void> {
  const text =
    'Hello,\n\nSomeone signed in to the dashboard as you, from a new device.\n\n' +
    `IP address: ${address ?? 'unknown'}\nBrowser: ${agent ?? 'unknown'}\n\n` +
    'If this was not you, reset your password now. This signs out every session.\n';
  return enqueueMail(tx, { userId, email, subject: 'New sign-in to your account', text });
}

/** `banks`: into which it transfers. `spentKobo`: in the last so many days. */
type LowBalance = {
  balanceKobo: bigint;
  thresholdKobo: bigint;
  banks: readonly { bankName: string; accountNumber: string }[];
  spending: { days: number; spentKobo: bigint };
};

/** Mails the owners of an account that its balance has passed below its threshold. Returns how many. */
export function mailLowBalance(
  tx: DbOrTransaction,
  { id, name, paymentReference }: { id: string; name: string; paymentReference: string },
  { balanceKobo, thresholdKobo, banks, spending }: LowBalance,
): Promise<number> {
  const [balance, threshold] = [balanceKobo, thresholdKobo].map(formatNaira);
  const numbers = banks.map(({ bankName, accountNumber }) => `- ${accountNumber}, ${bankName}\n`).join('');
  const text =
    `Hello,\n\nThe wallet of ${name} has NGN ${balance}. That is below your threshold of NGN ${threshold}.\n` +
    `${lastsText(balanceKobo, spending)}\n` +
    'We refuse purchases that cost more than the balance. See "Wallet" in the dashboard for how to fund it.\n' +
    (numbers === ''
      ? `Enter your payment reference ${paymentReference} as the narration of the transfer.\n\n`
      : `Transfer into an account number of yours, and we credit the wallet automatically:\n${numbers}\n`) +
    'We e-mail you again only after the balance has recovered. Owners can change the threshold on the same page.\n';
  return mailOwners(tx, id, { subject: 'Your wallet balance is low', text });
}

/** About how long a balance lasts; nothing when nothing was spent, or nothing is left. */
function lastsText(balanceKobo: bigint, { days, spentKobo }: LowBalance['spending']): string {
  if (spentKobo <= 0n || balanceKobo <= 0n) return '';
  const hours = Math.round((Number(balanceKobo) / Number(spentKobo)) * days * 24);
  const lasts =
    hours < 1
      ? 'less than an hour'
      : hours < 48
        ? `about ${unitText(hours, 'hour')}`
        : `about ${Math.round(hours / 24)} days`;
  return `It lasts ${lasts} at the rate of the last ${days === 1 ? 'day' : `${days} days`}.\n`;
}

const unitText = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** Mails the owners of an account that its webhook URL fails. `url`: what may be shown of it. Returns how many. */
export function mailFailingWebhook(
  tx: DbOrTransaction,
  { id, name, timeZone }: { id: string; name: string; timeZone: string },
  { since, url }: { since: Date; url: string | null },
): Promise<number> {
  const at = `${timeIn(timeZone, since).slice(0, 16).replace('T', ' ')} (${timeZone})`;
  const text =
    `Hello,\n\nMost webhook events of ${name} are not delivered${url === null ? '' : ` to ${url}`}.\n` +
    `The first delivery failed at ${at}.\n\n` +
    'We send each event once. See "Webhook" in the dashboard for the errors. When your server works again, ' +
    'you can resend all failed events there.\n\n' +
    'We e-mail you again only after deliveries have recovered, and at most once an hour.\n';
  return mailOwners(tx, id, { subject: 'Your webhook deliveries are failing', text });
}
