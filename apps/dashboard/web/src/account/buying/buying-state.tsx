import { Alert, Group, Text } from '@mantine/core';
import { IconShieldLock, IconShoppingCart } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Buying } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { thingQuery } from '../../api/queries';
import { readAmount, readAmountAboveZero } from '../../format/amount';
import { useMay } from '../../layout/use-me';
import { ActionDialog } from '../../ui/form/action-form';
import { ConfirmAction } from '../../ui/form/dialog';
import { EmptyState, Loaded, Panel } from '../../ui/page/page';
import { ButtonLink } from '../../ui/text/links';
import { Hint, Money } from '../../ui/text/values';

export const buyingQuery = thingQuery<Buying>('/api/buying', { poll: true });

type MayBuyProps = {
  children(buying: Buying): ReactNode;
};

/** Shows its children to people who can buy now, and tells the others what is in the way. */
export function MayBuy({ children }: MayBuyProps) {
  if (!useMay('buy'))
    return (
      <EmptyState title="You can’t buy by hand" icon={IconShoppingCart}>
        Owners and buyers of the account can. An owner can make you a buyer on the page “Team”.
      </EmptyState>
    );
  return <IfAllowed>{children}</IfAllowed>;
}

function IfAllowed({ children }: MayBuyProps) {
  return (
    <Loaded query={useQuery(buyingQuery)}>
      {(buying) => (buying.allowed ? buying.needsFactor ? <NeedsFactor /> : children(buying) : <BuyingOff />)}
    </Loaded>
  );
}

/** Nobody may buy until an owner says for how much. */
function BuyingOff() {
  const mayAllow = useMay('settings');
  return (
    <EmptyState
      title="Buying in the dashboard is off"
      icon={IconShoppingCart}
      action={mayAllow && <ChangeCap cap={null} />}
    >
      {mayAllow
        ? 'To allow it, set a daily cap: the most that the people of your account can spend by hand in a day. Purchases by API don’t count.'
        : 'Ask an owner of the account to allow it, with a daily cap. In test mode, you can always buy.'}
    </EmptyState>
  );
}

export const NeedsFactor = () => (
  <Alert
    variant="outline"
    color="yellow"
    icon={<IconShieldLock aria-hidden />}
    title="Set up two-factor authentication before you buy"
    styles={{ title: { color: 'inherit' } }}
  >
    <Text size="sm" mb="sm">
      Each purchase spends the wallet, so it needs a code from your authenticator app.
    </Text>
    <ButtonLink to="/security">Set it up</ButtonLink>
  </Alert>
);

/** The balance, and what the cap leaves of it. */
export const WhatIsLeft = ({ buying: { balance, cap, left } }: { buying: Buying }) => (
  <Hint>
    Balance <Money amount={balance} />
    {cap !== null && left !== null && (
      <>
        {' · '}
        <Money amount={left} /> of today’s cap of <Money amount={cap} /> left
      </>
    )}
  </Hint>
);

/** For owners of a live account, while buying is allowed. */
export const DailyCap = () => useMay('settings') && <Cap />;

function Cap() {
  const { cap = null, left = null } = useQuery(buyingQuery).data ?? {};
  if (cap === null || left === null) return null;
  return (
    <Panel
      title="Daily cap"
      actions={
        <Group gap="xs">
          <ChangeCap cap={cap} />
          <EndBuying />
        </Group>
      }
    >
      <Text size="sm">
        Owners and buyers can spend <Money amount={cap} fw={600} /> a day in the dashboard. <Money amount={left} /> is
        left today. A day begins at midnight in Lagos.
      </Text>
    </Panel>
  );
}

const ChangeCap = ({ cap }: { cap: string | null }) => (
  <ActionDialog
    dialog={{
      button: cap === null ? 'Allow buying' : 'Change cap',
      variant: cap === null ? 'filled' : 'default',
      title: cap === null ? 'Allow buying in the dashboard' : 'Change the daily cap',
      ...(cap !== null && { size: 'xs' }),
    }}
    path="/api/buying/cap"
    invalidates={['/api/buying']}
    start={{ cap: cap ?? '' }}
    fields={({ cap: typed }) => [
      {
        name: 'cap',
        label: 'Daily cap in naira',
        description: 'The most that all people of your account together can spend by hand in a day.',
        as: 'naira',
        focus: true,
        fault: typed === '' ? undefined : readAmountAboveZero(typed, '50,000').fault,
      },
    ]}
    ready={({ cap: typed }) => readAmountAboveZero(typed, '').amount !== null}
    body={({ cap: typed }) => ({ cap: readAmount(typed) })}
    submit={cap === null ? 'Allow buying' : 'Save'}
    done={() => (cap === null ? 'Buying allowed' : 'Daily cap saved')}
  />
);

const EndBuying = () => (
  <ConfirmAction
    button="Turn off"
    size="xs"
    path="/api/buying/cap"
    body={{ cap: null }}
    invalidates={['/api/buying']}
    title="Turn off buying in the dashboard?"
    confirm="Turn off"
    danger
    done={() => 'Buying turned off'}
  >
    Nobody can buy by hand until an owner allows it again. Files that are running pause before their next purchase.
  </ConfirmAction>
);
