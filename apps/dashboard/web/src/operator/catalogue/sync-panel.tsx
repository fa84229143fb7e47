import { Alert, Button, Group, List, Loader, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SyncState } from '@topup/dashboard-contract';
import { useEffect, useRef } from 'react';
import { POLL_MS } from '../../api/queries';
import { getJson } from '../../api/request';
import { FaultAlert } from '../../ui/form/fault-alert';
import { useSend } from '../../ui/form/use-send';
import { Loaded } from '../../ui/page/loaded';
import { Panel } from '../../ui/page/panel';
import { providerName, serviceName } from '../../ui/text/names';
import { When } from '../../ui/text/when';

const PATH = '/api/operator/catalogue/sync';
const POLL_RUNNING_MS = 1000;

const syncQuery = queryOptions({
  queryKey: [PATH],
  queryFn: ({ signal }) => getJson<SyncState>(PATH, {}, signal),
  refetchInterval: ({ state }) => (state.data?.running ? POLL_RUNNING_MS : POLL_MS),
});

/** Reads what the providers sell into the catalogue, and shows the progress. */
export function SyncPanel() {
  const state = useQuery(syncQuery);
  const { send, busy, fault } = useSend<Record<string, never>>(PATH, { invalidates: [PATH] });
  useFreshCatalogue(state.data?.running);
  return (
    <Panel
      title="Sync with providers"
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => void send({})}
          loading={busy || state.data?.running === true}
        >
          Sync now
        </Button>
      }
    >
      <Stack gap="sm">
        <FaultAlert fault={fault} />
        <Loaded query={state} height={48}>
          {(known) => <Progress state={known} />}
        </Loaded>
      </Stack>
    </Panel>
  );
}

/** Reads the catalogue again when a sync has ended. */
function useFreshCatalogue(running: boolean | undefined): void {
  const client = useQueryClient();
  const ran = useRef(running);
  useEffect(() => {
    if (ran.current === true && running === false)
      void client.invalidateQueries({ queryKey: ['/api/operator/catalogue'] });
    ran.current = running;
  }, [running, client]);
}

const STARTERS: Record<string, string> = { worker: 'automatically', provider: 'after an update from a provider' };

function Progress({
  state: { running, startedBy, startedAt, finishedAt, steps, summary, fault },
}: {
  state: SyncState;
}) {
  return (
    <Stack gap="xs" role="status">
      {fault !== null && (
        <Alert color="red" variant="outline" title="Sync incomplete">
          {fault}
        </Alert>
      )}
      <Group gap="xs">
        {running && <Loader size="xs" aria-hidden />}
        <Text size="sm" component="div">
          {running ? <>Running, started </> : <>Last run: </>}
          <When at={running ? startedAt : finishedAt} />
          {startedBy !== null && `, ${STARTERS[startedBy] ?? `by ${startedBy}`}`}
          {summary !== null &&
            `: ${summary.added} added, ${summary.changed} changed, ${summary.gone} discontinued, ${summary.kept} unchanged`}
        </Text>
      </Group>
      {running && steps.length > 0 && (
        <List size="sm">
          {steps.map(({ service, text }) => (
            <List.Item key={service}>
              {providerName(serviceName(service))}: {text}
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}
