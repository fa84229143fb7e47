import { Alert } from '@mantine/core';
import { type Icon, IconAlertTriangle, IconFlask, IconPlayerPause, IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Me, Wallet } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { currentMode } from '../api/mode';
import { meQuery, walletQuery, webhookStateQuery } from '../api/queries';
import { isAboveZero } from '../format/amount';
import { SentenceLink, WhereToPay } from '../ui/text/links';
import { Money, When } from '../ui/text/values';
import { SERVICE } from './service';

/** The state of a webhook changes within minutes, and every page asks. */
const WEBHOOK_POLL_MS = 60_000;

export const Notices = ({ account, rights }: { account: NonNullable<Me['account']>; rights: Me['rights'] }) => (
  <>
    {account.status === 'suspended' && (
      <Notice color="red" icon={IconPlayerPause} title="This account is suspended">
        The API refuses new purchases. Earlier purchases still complete or are refunded.{' '}
        {SERVICE.support !== null && `To find out why, contact ${SERVICE.support}. `}If a payment is missing:{' '}
        <WhereToPay />
      </Notice>
    )}
    {rights.includes('team') && <EnrolNotice />}
    {currentMode() === 'test' && (
      <Notice color="orange" icon={IconFlask}>
        You’re in test mode. Purchases here spend test money and deliver nothing.
      </Notice>
    )}
    <LowNotice />
    <WebhookNotice />
  </>
);

type NoticeProps = { color: string; icon: Icon; title?: string; children: ReactNode };

const Notice = ({ icon: NoticeIcon, ...look }: NoticeProps) => (
  <Alert
    variant="outline"
    mb="lg"
    styles={{ title: { color: 'inherit' } }}
    icon={<NoticeIcon aria-hidden />}
    {...look}
  />
);

/** Urges an owner: anyone who has their password has the money of the account. */
function EnrolNotice() {
  const { data: me } = useQuery(meQuery);
  if (me === undefined || me.user.twoFactor) return null;
  return (
    <Notice color="yellow" icon={IconShieldLock}>
      Only a password protects your access to this account.{' '}
      <SentenceLink to="/security">Set up two-factor authentication</SentenceLink> so that a stolen password isn’t
      enough.
    </Notice>
  );
}

/** While the wallet is empty, or its balance is below the threshold. */
function LowNotice() {
  const { data } = useQuery(walletQuery);
  const text = data && lowText(data);
  if (!text) return null;
  return (
    <Notice color="yellow" icon={IconAlertTriangle}>
      {text} <WhereToPay />
    </Notice>
  );
}

function lowText({ balance, low, threshold }: Wallet): ReactNode {
  if (!isAboveZero(balance)) return 'Your wallet is empty. The API refuses new purchases.';
  if (!low || threshold === null) return null;
  return (
    <>
      Low balance: <Money amount={balance} />, below your threshold of <Money amount={threshold} />.
    </>
  );
}

function WebhookNotice() {
  const { data } = useQuery(webhookStateQuery(WEBHOOK_POLL_MS));
  if (!data?.failingSince) return null;
  return (
    <Notice color="red" icon={IconAlertTriangle}>
      Your webhook has been failing since <When at={data.failingSince} />.{' '}
      <SentenceLink to="/developers/webhook">View deliveries</SentenceLink>
    </Notice>
  );
}
