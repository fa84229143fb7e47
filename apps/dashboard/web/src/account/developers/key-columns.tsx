import { Code } from '@mantine/core';
import type { KeyRow } from '@topup/dashboard-contract';
import type { Column } from '../../ui/table/data-table';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';

/** Columns of API keys, for the account and for operators. */
export const keyColumns: Column<KeyRow>[] = [
  { header: 'Name', cell: ({ name }) => name, names: true },
  { header: 'Key', cell: ({ display }) => <Code style={{ whiteSpace: 'nowrap' }}>{display}</Code> },
  { header: 'State', cell: ({ revokedAt }) => <StatusBadge status={revokedAt === null ? 'active' : 'revoked'} /> },
  { header: 'Last used', cell: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
  { header: 'Created', cell: ({ createdAt }) => <When at={createdAt} /> },
];
