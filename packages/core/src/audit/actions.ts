import type { OwnLimits } from '../account/limits';
import { ownLimitsText } from '../account/limits';
import type { Purchase } from '../purchase/purchase.store';
import type { Decision, DecisionOutcome } from '../purchase/settle/decide-purchase';
import { formatNaira } from '../shared/money';
import { redactNumbers } from '../shared/redact';
import type { User } from '../user/user.store';
import { maskUrl } from '../webhook/mask-url';
import type { Facts, NewAction } from './action.store';

// What is recorded of each change, once for all programs in which it can be made. Null: nothing was changed.

type Account = { id: string; name: string };
type Person = Pick<User, 'id' | 'email' | 'accountId'>;

const ofAccount = ({ id, name }: Account) => ({ subject: name, accountId: id });

export const ofPerson = ({ id, email, accountId }: Person) => ({
  subject: email,
  subjectId: id,
  subjectIsPerson: true,
  ...(accountId !== null && { accountId }),
});

const percent = (bps: number): string => (bps / 100).toFixed(2);

/** Null when both are the same. */
function moved<T extends NewAction>(
  action: T,
  before: Facts,
  after: Facts,
): (T & { before: Facts; after: Facts }) | null {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  if (names.length === 0) return null;
  const only = (facts: Facts) => Object.fromEntries(names.map((name) => [name, facts[name] ?? null]));
  return { ...action, before: only(before), after: only(after) };
}

export const accountActions = {
  created: (account: Account & { tier: string }): NewAction => ({
    action: 'account.create',
    ...ofAccount(account),
    after: { tier: account.tier },
  }),
  status: (was: Account & { status: string }, status: 'active' | 'suspended') =>
    moved(
      { action: status === 'suspended' ? 'account.suspend' : 'account.resume', ...ofAccount(was) },
      { status: was.status },
      { status },
    ),
  tier: (was: Account & { tier: string }, tier: string) =>
    moved({ action: 'account.tier', ...ofAccount(was) }, { tier: was.tier }, { tier }),
  limits: (was: Account & { limits: OwnLimits }, limits: OwnLimits) =>
    moved(
      { action: 'account.limits', ...ofAccount(was) },
      { limits: ownLimitsText(was.limits) || 'none' },
      { limits: ownLimitsText(limits) || 'none' },
    ),
  /** `note`: how somebody knows of the payment. */
  funded: (
    account: Account,
    funding: { funded: boolean; amountKobo: bigint; balanceBeforeKobo: bigint; balanceAfterKobo: bigint },
    { reference, note }: { reference: string; note?: string },
  ): NewAction | null => {
    const [amount, before, after] = [funding.amountKobo, funding.balanceBeforeKobo, funding.balanceAfterKobo].map(
      formatNaira,
    );
    if (!funding.funded) return null;
    return {
      action: 'wallet.fund',
      ...ofAccount(account),
      ...(note !== undefined && { note }),
      before: { balance: before ?? '' },
      after: { balance: after ?? '', amount: amount ?? '', reference },
    };
  },
};

export const keyActions = {
  created: (accountId: string, { id, name }: { id: string; name: string }): NewAction => ({
    action: 'api_key.create',
    subject: name,
    subjectId: id,
    accountId,
  }),
  revoked: ({ id, name, accountId }: { id: string; name: string; accountId: string }): NewAction => ({
    action: 'api_key.revoke',
    subject: name,
    subjectId: id,
    accountId,
  }),
};

export const webhookActions = {
  /** `was` and `url` null: none. The path of a URL can be a secret, and is not recorded. */
  url: (accountId: string, was: string | null, url: string | null): NewAction | null =>
    was === url
      ? null
      : {
          action: url === null ? 'webhook.remove' : 'webhook.set',
          subject: 'the webhook URL',
          accountId,
          before: { url: maskUrl(was) },
          after: { url: maskUrl(url) },
        },
  tested: (accountId: string, event: string, id: string): NewAction => ({
    action: 'webhook.test',
    subject: event,
    subjectId: id,
    accountId,
  }),
  /** The delivery `of` is sent again, as the delivery `id`. */
  resent: (accountId: string, of: string, id: string): NewAction => ({
    action: 'delivery.resend',
    subject: of,
    subjectId: id,
    accountId,
  }),
  secret: (
    accountId: string,
    verb: 'create' | 'rotate' | 'revoke',
    secret?: { id: string; display: string; overlapHours?: number },
  ): NewAction => ({
    action: `webhook_secret.${verb}`,
    subject: 'the webhook secret',
    accountId,
    ...(secret !== undefined && {
      subjectId: secret.id,
      after: {
        secret: secret.display,
        ...(secret.overlapHours !== undefined && { overlap_hours: secret.overlapHours }),
      },
    }),
  }),
};

export const userActions = {
  invited: (user: Person & Pick<User, 'role'>): NewAction => ({
    action: 'user.invite',
    ...ofPerson(user),
    after: { role: user.role },
  }),
  /** A link was made, with which they set a password. */
  linked: (user: Person): NewAction => ({ action: 'user.link', ...ofPerson(user) }),
  disabled: (user: Person): NewAction => ({ action: 'user.disable', ...ofPerson(user) }),
  role: (was: Person & Pick<User, 'role'>, role: User['role']) =>
    moved({ action: 'user.role', ...ofPerson(was) }, { role: was.role }, { role }),
  removed: (user: Person): NewAction => ({ action: 'user.remove', ...ofPerson(user) }),
  factorReset: (user: Person): NewAction => ({ action: 'factor.reset', ...ofPerson(user) }),
};

export const priceActions = {
  tierCreated: ({ name, markupBps }: { name: string; markupBps: number }): NewAction => ({
    action: 'tier.create',
    subject: name,
    after: { markup_percent: percent(markupBps) },
  }),
  markup: (was: { name: string; markupBps: number }, markupBps: number) =>
    moved(
      { action: 'tier.markup', subject: was.name },
      { markup_percent: percent(was.markupBps) },
      { markup_percent: percent(markupBps) },
    ),
  /** `before` and `after`: what the tier pays for the plan, and how that is set. */
  set: (tier: string, planId: string, before: Facts, after: Facts, costKobo: bigint) =>
    moved({ action: 'price.set', subject: planId, details: { tier, cost: formatNaira(costKobo) } }, before, after),
  cleared: (tier: string, planId: string, before: Facts, after: Facts): NewAction => ({
    action: 'price.clear',
    subject: planId,
    details: { tier },
    before,
    after,
  }),
};

export const planActions = {
  announced: (
    id: number,
    { network, name, costKobo }: { network: string; name: string; costKobo: bigint },
  ): NewAction => ({
    action: 'plan.announce',
    subject: name,
    subjectId: String(id),
    after: { state: 'announced', network, cost: formatNaira(costKobo) },
  }),
  retired: (id: number): NewAction => ({
    action: 'plan.retire',
    subject: `plan ${id}`,
    subjectId: String(id),
    before: { state: 'announced' },
    after: { state: 'gone' },
  }),
  withdrawn: (id: number, planId: string): NewAction => ({
    action: 'plan.withdraw',
    subject: planId,
    subjectId: String(id),
    before: { plan_id: planId },
    after: { plan_id: null },
  }),
  restored: (id: number, planId: string): NewAction => ({
    action: 'plan.restore',
    subject: planId,
    subjectId: String(id),
    before: { plan_id: null },
    after: { plan_id: planId },
  }),
};

/** What was decided on a purchase. Its moves are in its own history. */
export function decisionAction(
  { requestRef, accountId, recipient, providerOrder, amountKobo, status }: Purchase,
  { decision, note, token }: { decision: Decision; note: string; token?: string },
  outcome: DecisionOutcome,
): NewAction | null {
  if (outcome.kind !== 'settled' && outcome.kind !== 'overtaken' && !(outcome.kind === 'confirmed' && outcome.reviewed))
    return null;
  const redact = redactNumbers(recipient, providerOrder.contactPhone, token);
  return {
    action: 'purchase.settle',
    subject: requestRef,
    requestRef,
    accountId,
    note: redact(note),
    before: { status },
    after: { status: outcome.status },
    details: { decision, outcome: outcome.kind, amount: formatNaira(amountKobo), ...(token && { token: 'given' }) },
  };
}

/** An action on a purchase that changes nothing by itself, and is recorded before it is done. */
export const purchaseAction = (
  verb: 'requery' | 'show_token',
  { requestRef, accountId }: Pick<Purchase, 'requestRef' | 'accountId'>,
): NewAction => ({ action: `purchase.${verb}`, subject: requestRef, requestRef, accountId });
