import { Alert, Code, Group, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Verification, VerificationRow } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { thingQuery } from '../../api/queries';
import { fieldLabel, sentenceCase } from '../../format/field-label';
import { formatNaira } from '../../format/naira';
import { counted } from '../../format/numbers';
import { withTimes } from '../../format/time';
import { Loaded, Page, Panel } from '../../ui/page/page';
import { type Column, DataTable } from '../../ui/table/data-table';
import { TextLink } from '../../ui/text/links';
import { FactsPanel, type Status, StatusBadge, When } from '../../ui/text/values';

const POLL_RUNNING_MS = 2000;

export default function OperatorVerificationPage() {
  const { id } = useParams({ from: '/shell/operators/operator/books/$id' });
  const check = useQuery({
    ...thingQuery<Verification>(`/api/operator/books/${id}`),
    refetchInterval: ({ state: { data } }) => (data?.finishedAt === null ? POLL_RUNNING_MS : false),
  });
  return (
    <Page title="Verification" about={<TextLink to="/operator/books">All verifications</TextLink>}>
      <Loaded query={check}>{(known) => <Parts check={known} />}</Loaded>
    </Page>
  );
}

function Parts({ check }: { check: Verification }) {
  const { startedAt, finishedAt, startedBy, totals, findings } = check;
  const broken = findings.filter(({ count }) => count > 0);
  const held = findings.filter(({ count }) => count === 0);
  return (
    <>
      <Verdict check={check} />
      <FactsPanel
        title="Verification"
        rows={[
          ['Result', <VerificationStatus key="state" check={check} />],
          ['Started', <When key="started" at={startedAt} />],
          ['Finished', <When key="finished" at={finishedAt} never="–" />],
          ['Started by', startedBy],
        ]}
      />
      {broken.map((finding) => (
        <FindingPanel key={finding.id} finding={finding} />
      ))}
      {totals !== null && (
        <FactsPanel
          title="Totals"
          rows={Object.entries(totals).map(([name, value]) => [fieldLabel(name), total(value)])}
        />
      )}
      {held.length > 0 && (
        <Panel title={counted(held.length, 'check holds', 'checks hold')}>
          <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
            {held.map(({ id, title }) => (
              <Group component="li" key={id} gap="xs" wrap="nowrap" align="flex-start">
                <IconCheck size={16} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
                <Text size="sm">
                  <Code>{id}</Code> {sentenceCase(title)}
                </Text>
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

/** The verdict of a verification: colour, icon, title and explanation. */
function verdictOf({ finishedAt, sound, fault, broken }: Verification): [string, ReactNode, string, ReactNode] {
  if (fault !== null)
    return [
      'red',
      WARNING,
      'Verification interrupted',
      `${fault} An interrupted verification says nothing about the books.`,
    ];
  if (finishedAt === null)
    return [
      'gray',
      <Loader key="busy" size="xs" aria-hidden />,
      'Verification in progress',
      'You can leave this page. We save the result.',
    ];
  if (sound) return ['teal', <IconCheck key="good" aria-hidden />, 'The books are sound', 'All checks hold.'];
  const checks = counted(broken.length, 'check is', 'checks are');
  const advice = 'Don’t correct anything before you know the cause.';
  return ['red', WARNING, 'The books are unsound', `${checks} broken. ${advice}`];
}

const WARNING = <IconAlertTriangle aria-hidden />;

function Verdict({ check }: { check: Verification }) {
  const [color, icon, title, meaning] = verdictOf(check);
  return (
    <Alert color={color} variant="outline" icon={icon} title={title} role="status">
      {meaning}
    </Alert>
  );
}

type Finding = Verification['findings'][number];
type Row = { place: number; cells: Record<string, unknown> };

/** A broken check, and its cases. The columns are those of the check's query. */
function FindingPanel({ finding: { id, title, count, rows } }: { finding: Finding }) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns: Column<Row>[] = names.map((name, place) => ({
    header: fieldLabel(name),
    cell: ({ cells }) => formatCell(cells[name]),
    names: place === 0,
  }));
  return (
    <Panel title={`Broken check ${id}: ${title}`} flush>
      <Stack gap={0}>
        <Text size="sm" c="dimmed" px="md" pb="sm">
          {counted(count, 'case')}
          {rows.length < count && `, ${rows.length} shown`}
        </Text>
        {rows.length > 0 && (
          <DataTable
            caption={`Cases: ${title}`}
            columns={columns}
            rows={rows.map((cells, place) => ({ place, cells }))}
            idOf={({ place }) => place}
          />
        )}
      </Stack>
    </Panel>
  );
}

const formatCell = (value: unknown): string =>
  value === null || value === undefined
    ? '–'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : withTimes(String(value));

export const VerificationStatus = ({ check }: { check: VerificationRow }) => <StatusBadge status={stateOf(check)} />;

/** A verification without a result is running, or could not be completed. */
function stateOf({ sound, fault, finishedAt }: VerificationRow): Status {
  if (sound !== null) return sound ? 'sound' : 'unsound';
  return fault === null && finishedAt === null ? 'running' : 'broken_off';
}
