import { Group, List, Skeleton, Stack, Text, ThemeIcon, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Overview, Range } from '@topup/dashboard-contract';
import { lazy, Suspense, useState } from 'react';
import { currentMode } from '../../api/mode';
import { keptQuery } from '../../api/queries';
import { zoneText } from '../../format/zone';
import { useMay, useMe } from '../../layout/use-me';
import { RangeChoice } from '../../ui/form/choice';
import { Loaded, PageHeader, Panel, WhenSeen } from '../../ui/page/page';
import { TablePanel } from '../../ui/table/table-panel';
import { SentenceLink, TextLink } from '../../ui/text/links';
import { NoPurchasesYet, RECENT_COLUMNS } from '../transactions/transaction-columns';
import { OverviewMetrics } from './overview-metrics';
import { SalesPanel } from './sales-panel';
import { ServiceNotices } from './service-notices';

// Its figures cost the server more than the rest of the page, and it is below the first screen.
const PerformancePanel = lazy(() => import('./performance-panel'));
const PERFORMANCE_HEIGHT = 720;

export default function OverviewPage() {
  const [range, setRange] = useState<Range>('24h');
  const overview = useQuery(keptQuery<Overview>('/api/overview', { query: { range }, poll: true }));
  return (
    <>
      <PageHeader
        title="Overview"
        about={`Times are in ${zoneText()}.`}
        actions={<RangeChoice value={range} onChange={setRange} />}
      />
      <Loaded query={overview} skeleton={<OverviewSkeleton />}>
        {(read) => (
          <>
            <SetUpPanel overview={read} />
            <ServiceNotices services={read.services} />
            <OverviewMetrics overview={read} />
            {read.setUp.hasPurchase && (
              <>
                <SalesPanel points={read.points} range={read.range} busy={read.range !== range} />
                <WhenSeen height={PERFORMANCE_HEIGHT}>
                  <Suspense fallback={<Skeleton height={PERFORMANCE_HEIGHT} />}>
                    <PerformancePanel range={range} />
                  </Suspense>
                </WhenSeen>
              </>
            )}
            <TablePanel
              title="Recent purchases"
              caption="Recent purchases, newest first"
              columns={RECENT_COLUMNS}
              rows={read.recent}
              idOf={({ reference }) => reference}
              empty={<NoPurchasesYet />}
              actions={
                <TextLink to="/transactions" size="sm">
                  View all transactions
                </TextLink>
              }
            />
          </>
        )}
      </Loaded>
    </>
  );
}

const OverviewSkeleton = () => (
  <Stack>
    <Skeleton height={104} />
    <Skeleton height={360} />
    <Skeleton height={280} />
  </Stack>
);

type Step = [done: boolean, to: string, link: string, text: string];

/** Lists the steps left for a new account, until it has made its first purchase and receives events. */
function SetUpPanel({ overview: { setUp } }: { overview: Overview }) {
  const { user } = useMe();
  const [mayManage, mayBuy] = [useMay('keys'), useMay('buy')];
  const factor: Step = [user.twoFactor, '/security', 'Set up two-factor authentication', 'to protect your money.'];
  const ofBuyer: Step[] = [
    factor,
    [setUp.hasPurchase, '/buy', 'Make your first purchase', 'by a form, or many from a file.'],
  ];
  const ofOwner: Step[] = [
    currentMode() === 'test'
      ? [setUp.hasMoney, '/wallet', 'Add test money', 'to buy with.']
      : [setUp.hasMoney, '/wallet', 'Fund your wallet', 'by bank transfer. The page says where to pay.'],
    [setUp.hasKey, '/developers/keys', 'Create an API key', 'for your server.'],
    [setUp.hasWebhook, '/developers/webhook', 'Set up a webhook', 'to receive purchase updates.'],
    [setUp.hasPurchase, '/developers/quick-start', 'Make your first purchase', 'with the quick start.'],
  ];
  const steps = mayManage ? ofOwner : mayBuy ? ofBuyer : [];
  if (steps.every(([done]) => done)) return null;
  if (mayManage) steps.push(factor);
  return (
    <Panel title={`Set up your account: ${steps.filter(([done]) => done).length} of ${steps.length} done`}>
      <List listStyleType="none" spacing="xs">
        {steps.map(([done, to, link, text]) => (
          <List.Item key={link}>
            <Group gap="sm" wrap="nowrap">
              <ThemeIcon size={22} radius="xl" variant={done ? 'filled' : 'default'} aria-hidden>
                {done ? <IconCheck size={14} stroke={3} /> : <IconCircle size={10} />}
              </ThemeIcon>
              <Text size="sm" component="div">
                <VisuallyHidden>{done ? 'Done: ' : 'To do: '}</VisuallyHidden>
                <SentenceLink to={to}>{link}</SentenceLink> {text}
              </Text>
            </Group>
          </List.Item>
        ))}
      </List>
    </Panel>
  );
}
