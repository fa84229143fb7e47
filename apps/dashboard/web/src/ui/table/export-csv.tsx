import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { withQuery } from '../../api/request';

/** Downloads the whole filtered list as a file. A link, so that the browser streams it to disk. */
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
  return (
    <Button
      component="a"
      href={withQuery(path, filters)}
      download
      variant="default"
      size={size}
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      Export CSV
    </Button>
  );
}
