import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { withQuery } from '../../api/request';

/**
 * Downloads the whole filtered list as a file: CSV for programs, or a file in which a spreadsheet keeps phones, meters
 * and references as they are. Links, so that the browser streams them to disk.
 */
export function ExportCsv({
  path,
  filters = {},
  size = 'sm',
}: {
  path: string;
  filters?: Parameters<typeof withQuery>[1];
  /** `xs` beside the heading of a panel. */
  size?: 'xs' | 'sm';
}) {
  const link = { component: 'a', download: true, variant: 'default', size } as const;
  return (
    <Group gap="xs">
      <Button {...link} href={withQuery(path, filters)} leftSection={<IconDownload size={16} aria-hidden />}>
        Export CSV
      </Button>
      <Button {...link} href={withQuery(path, { ...filters, for: 'spreadsheet' })} title="Keeps numbers as they are">
        For spreadsheets
      </Button>
    </Group>
  );
}
