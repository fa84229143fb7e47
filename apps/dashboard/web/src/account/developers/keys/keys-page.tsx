import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { KeyRow } from '@topup/dashboard-contract';
import { thingQuery } from '../../../api/queries';
import { useMe } from '../../../layout/use-me';
import { EmptyState } from '../../../ui/page/empty-state';
import { PageHeader } from '../../../ui/page/page-header';
import { Panel } from '../../../ui/page/panel';
import type { Column } from '../../../ui/table/data-table';
import { WholeTable } from '../../../ui/table/paged-table';
import { ChangeKeyLimits } from './change-key-limits';
import { CreateKeyDialog } from './create-key-dialog';
import { keyColumns } from './key-columns';
import { RevokeKey } from './revoke-key';

export function KeysPage() {
  const mayChange = useMe().role === 'owner';
  const [creating, { open, close }] = useDisclosure(false);
  const create = mayChange && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} aria-haspopup="dialog" onClick={open}>
      Create key
    </Button>
  );
  const empty = (
    <EmptyState title="No API keys yet" icon={IconKey} action={create}>
      Every API request needs a key.{mayChange ? '' : ' Account owners can create keys.'}
    </EmptyState>
  );
  return (
    <Stack gap="md">
      <PageHeader
        title="API keys"
        about={`Anyone with a key can spend your entire balance unless you limit it. Keep keys on your servers. Webhooks are signed with your newest active key that may buy.${mayChange ? '' : ' Account owners create and revoke keys.'}`}
        actions={create}
      />
      <Panel title="Keys" flush>
        <WholeTable
          caption="API keys"
          columns={mayChange ? [...keyColumns, changeColumn] : keyColumns}
          idOf={({ id }) => id}
          query={useQuery(thingQuery<KeyRow[]>('/api/keys', { poll: true }))}
          empty={empty}
        />
      </Panel>
      <CreateKeyDialog opened={creating} onClose={close} />
    </Stack>
  );
}

const changeColumn: Column<KeyRow> = {
  header: '',
  cell: (key) =>
    key.revokedAt === null && (
      <Group gap="xs" justify="flex-end">
        <ChangeKeyLimits apiKey={key} below="/api" invalidates="/api/keys" />
        <RevokeKey apiKey={key} />
      </Group>
    ),
  end: true,
};
