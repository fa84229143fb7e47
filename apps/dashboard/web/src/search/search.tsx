import { Button, Group, Kbd, Text, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import type { Me } from '@topup/dashboard-contract';
import { lazy, Suspense, useState } from 'react';

/** Loaded when it is first opened. */
const SearchDialog = lazy(() => import('./search-dialog'));

const OF_APPLE = /Mac|iPhone|iPad/;

/** The button in the header. Control or Command and K do the same on every page. */
export function Search({ me }: { me: Me }) {
  const [opened, setOpened] = useState<boolean | null>(null); // null: it was never needed
  const open = () => setOpened(true);
  useHotkeys([['mod+K', () => !isDialogOpen() && open()]], []);
  return (
    <>
      <Button variant="default" px={{ base: 8, md: 'sm' }} onClick={open} aria-keyshortcuts="Control+K Meta+K">
        <Group gap="xs" wrap="nowrap">
          <IconSearch size={16} aria-hidden />
          <Text inherit component="span" visibleFrom="md">
            Search
          </Text>
          <VisuallyHidden hiddenFrom="md">Search</VisuallyHidden>
          <Kbd size="xs" visibleFrom="md" aria-hidden>
            {OF_APPLE.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}
          </Kbd>
        </Group>
      </Button>
      {opened !== null && (
        <Suspense>
          <SearchDialog me={me} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Another dialog may hold what is shown only once. */
const isDialogOpen = (): boolean => document.querySelector('[role="dialog"]') !== null;
