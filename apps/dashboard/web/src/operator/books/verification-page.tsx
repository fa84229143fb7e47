import { Alert, Group, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Verification } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { getJson } from '../../api/request';
import { fieldLabel, sentenceCase } from '../../format/field-label';
import { formatNaira } from '../../format/naira';
import { counted } from '../../format/numbers';
import { Loaded } from '../../ui/page/loaded';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { Facts } from '../../ui/text/facts';
import { TextLink } from '../../ui/text/links';
import { When } from '../../ui/text/when';
import { FindingPanel } from './finding-panel';
import { VerificationStatus } from './verification-status';

const POLL_RUNNING_MS = 2000;

const checkQuery = (id: string) =>
  queryOptions({
    queryKey: [`/api/operator/books/${id}`],
    queryFn: ({ signal }) => getJson<Verification>(`/api/operator/books/${id}`, {}, signal),
    refetchInterval: ({ state }) => (state.data?.finishedAt === null ? POLL_RUNNING_MS : false),
  });

export function OperatorVerificationPage() {
  const { id } = useParams({ from: '/shell/operators/operator/books/$id' });
  const check = useQuery(checkQuery(id));
  return (
    <Stack gap="md">
      <PageHeader title="Books check" about={<TextLink to="/operator/books">All checks</TextLink>} />
      <Loaded query={check}>{(known) => <Parts check={known} />}</Loaded>
    </Stack>
  );
}

function Parts({ check }: { check: Verification }) {
  const { startedAt, finishedAt, startedBy, totals, findings } = check;
  const broken = findings.filter(({ count }) => count > 0);
  const held = findings.filter(({ count }) => count === 0);
  return (
    <>
      <Verdict check={check} />
      <Panel title="Check">
        <Facts
          rows={[
            ['Result', <VerificationStatus key="state" check={check} />],
            ['Started', <When key="started" at={startedAt} />],
            ['Finished', <When key="finished" at={finishedAt} never="–" />],
            ['Started by', startedBy],
          ]}
        />
      </Panel>
      {broken.map((finding) => (
        <FindingPanel key={finding.id} finding={finding} />
      ))}
      {totals !== null && (
        <Panel title="Totals">
          <Facts rows={Object.entries(totals).map(([name, value]) => [fieldLabel(name), total(value)])} />
        </Panel>
      )}
      {held.length > 0 && (
        <Panel title={counted(held.length, 'rule holds', 'rules hold')}>
          <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
            {held.map(({ id, title }) => (
              <Group component="li" key={id} gap="xs" wrap="nowrap" align="flex-start">
                <IconCheck size={16} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
                <Text size="sm">{sentenceCase(title)}</Text>
              </Group>
            ))}
          </Stack>
        </Panel>
      )}
    </>
  );
}

/** The totals contain money, counts and a time. Money is the text with kobo. */
function total(value: string): ReactNode {
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return <When at={value} />;
  return /^-?\d+\.\d{2}$/.test(value) ? formatNaira(value) : value.replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

function Verdict({ check: { finishedAt, sound, fault, broken } }: { check: Verification }) {
  if (fault !== null)
    return (
      <Alert
        color="red"
        variant="outline"
        icon={<IconAlertTriangle aria-hidden />}
        title="Check interrupted"
        role="status"
      >
        {fault} An interrupted check says nothing about the books.
      </Alert>
    );
  if (finishedAt === null)
    return (
      <Alert
        color="gray"
        variant="outline"
        icon={<Loader size="xs" aria-hidden />}
        title="Check in progress"
        role="status"
      >
        You can leave this page. We save the result.
      </Alert>
    );
  return sound ? (
    <Alert color="teal" variant="outline" icon={<IconCheck aria-hidden />} title="The books are balanced" role="status">
      All rules hold.
    </Alert>
  ) : (
    <Alert
      color="red"
      variant="outline"
      icon={<IconAlertTriangle aria-hidden />}
      title="The books are not balanced"
      role="status"
    >
      {counted(broken.length, 'rule is', 'rules are')} broken. Don’t correct anything before you know the cause.
    </Alert>
  );
}
