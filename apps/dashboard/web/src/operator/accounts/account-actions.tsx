import { Text } from '@mantine/core';
import type { AccountDetail, LimitName } from '@topup/dashboard-contract';
import { ChangeTimeZone } from '../../account/settings/change-time-zone';
import { ChangeLowBalance } from '../../account/wallet/change-low-balance';
import { formatCount } from '../../format/numbers';
import { ActionDialog, ActionForm } from '../../ui/form/action-form';
import { ConfirmAction, DialogButton } from '../../ui/form/dialog';
import { Hint, Money } from '../../ui/text/values';
import { useTierField } from '../prices/tiers';
import { AdjustWallet, FundAccount } from './change-wallet';

type Props = { account: AccountDetail };

const ACCOUNTS = '/api/operator/accounts';

/** The buttons of an account, each with its dialog. */
export function AccountActions({ account }: Props) {
  const { id, lowBalance, timeZone } = account;
  return (
    <>
      <FundAccount account={account} />
      <AdjustWallet account={account} />
      <ChangeTier account={account} />
      <ChangeLimits account={account} />
      <ChangeLowBalance path={`${ACCOUNTS}/${id}/low-balance`} invalidates={[ACCOUNTS]} threshold={lowBalance} />
      <ChangeTimeZone path={`${ACCOUNTS}/${id}/time-zone`} invalidates={ACCOUNTS} timeZone={timeZone} />
      <ChangeStatus account={account} />
    </>
  );
}

/** The kinds of request in the order of the form, with their labels. */
export const LIMITS: readonly [LimitName, string][] = [
  ['purchases', 'Purchases'],
  ['status', 'Status queries'],
  ['lookups', 'Lookups'],
  ['other', 'Other requests'],
];

const ChangeTier = ({ account }: Props) => (
  <DialogButton button="Change tier" title={`Change tier of ${account.name}`}>
    {(close) => <TierForm account={account} onClose={close} />}
  </DialogButton>
);

function TierForm({ account: { id, name, tier: now }, onClose }: Props & { onClose(): void }) {
  const field = useTierField();
  return (
    <ActionForm
      path={`${ACCOUNTS}/${id}/tier`}
      invalidates={[ACCOUNTS]}
      start={{ tier: now }}
      fields={[field]}
      submit="Change tier"
      ready={({ tier }) => tier !== '' && tier !== now}
      done={(_, { tier }) => `${name} is now in tier ${tier}.`}
      onClose={onClose}
    >
      <Text size="sm">{name} will get the prices and discounts of the new tier. Applies to new purchases.</Text>
    </ActionForm>
  );
}

function ChangeLimits({ account: { id, name, limits: now, defaultLimits } }: Props) {
  const textOf = (limit: LimitName) => (now[limit] === null ? '' : formatCount(now[limit]));
  return (
    <ActionDialog<Record<string, string>>
      dialog={{ button: 'Change limits', title: `Change limits of ${name}` }}
      path={`${ACCOUNTS}/${id}/limits`}
      invalidates={[ACCOUNTS]}
      start={Object.fromEntries(LIMITS.map(([limit]) => [limit, textOf(limit)]))}
      fields={LIMITS.map(([limit, label]) => ({
        name: limit,
        label,
        placeholder: `Default: ${formatCount(defaultLimits[limit])}`,
        as: 'digits',
        optional: true,
      }))}
      body={(typed) => Object.fromEntries(Object.entries(typed).map(([limit, text]) => [limit, readLimit(text)]))}
      submit="Change limits"
      done={() => `The limits of ${name} were changed.`}
      about={
        <Text size="sm">
          The most requests that the account can make per minute, with all its API keys together. Leave a field empty to
          use the default.
        </Text>
      }
    >
      <Hint>Applies within a second. The API answers further requests with 429 and debits nothing.</Hint>
    </ActionDialog>
  );
}

/** "12,000" → 12000; an empty field → null. Other text is sent as typed: the server says what is wrong with it. */
function readLimit(typed: string): number | string | null {
  const text = typed.replaceAll(/[\s,]/g, '');
  if (text === '') return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : typed;
}

function ChangeStatus({ account: { id, name, status, balance } }: Props) {
  const suspending = status === 'active';
  const verb = suspending ? 'Suspend' : 'Resume';
  return (
    <ConfirmAction
      button={verb}
      path={`${ACCOUNTS}/${id}/status`}
      body={{ status: suspending ? 'suspended' : 'active' }}
      invalidates={['/api/operator/']}
      title={`${verb} ${name}?`}
      confirm={`${verb} account`}
      danger={suspending}
      done={() => (suspending ? `${name} is suspended.` : `${name} is active again.`)}
    >
      {suspending ? (
        <>
          Its API keys stop working, so it can’t make new purchases. Its balance of <Money amount={balance} /> stays in
          the wallet. Earlier purchases still complete or are refunded.
        </>
      ) : (
        <>
          Its API keys work again and can spend its balance of <Money amount={balance} />.
        </>
      )}
    </ConfirmAction>
  );
}
