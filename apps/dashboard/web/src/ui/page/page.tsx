import {
  Alert,
  Box,
  Button,
  Group,
  type MantineSpacing,
  Paper,
  Skeleton,
  Stack,
  Text,
  ThemeIcon,
  Title,
} from '@mantine/core';
import { type Icon, IconAlertTriangle, IconInbox } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { mayHelp } from '../../api/queries';
import { messageOf } from '../../api/request';

/** A page: its heading, and its parts below one another. */
export function Page({ children, ...header }: ComponentProps<typeof PageHeader> & { children: ReactNode }) {
  return (
    <Stack gap="md">
      <PageHeader {...header} />
      {children}
    </Stack>
  );
}

type HeaderProps = {
  title: string;
  /** One sentence about the purpose of the page. */
  about?: ReactNode;
  actions?: ReactNode;
};

/** The page's heading, which gets the focus on navigation (layout/announce-navigation.ts). */
export function PageHeader({ title, about, actions }: HeaderProps) {
  return (
    <Group justify="space-between" align="flex-start" mb="xs" gap="md">
      <Stack gap={4} miw={0} maw="100%">
        <Title order={1} tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
        {about !== undefined && (
          <Text component="div" c="dimmed" size="sm" maw="44rem">
            {about}
          </Text>
        )}
      </Stack>
      {actions !== undefined && <Group gap="xs">{actions}</Group>}
    </Group>
  );
}

type PanelProps = {
  title: string;
  actions?: ReactNode;
  /** Lets a table reach the edges. */
  flush?: boolean;
  /** Puts its parts below one another. */
  gap?: MantineSpacing;
  children: ReactNode;
};

/** A part of a page, with its heading. */
export function Panel({ title, actions, flush = false, gap, children }: PanelProps) {
  const id = useId();
  return (
    <Paper
      component="section"
      withBorder
      radius="md"
      p={flush ? 0 : 'md'}
      aria-labelledby={id}
      style={{ overflow: 'hidden', minWidth: 0 }}
    >
      <Group justify="space-between" gap="sm" mb={flush ? 0 : 'sm'} px={flush ? 'md' : 0} py={flush ? 'sm' : 0}>
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {actions}
      </Group>
      {gap === undefined ? children : <Stack gap={gap}>{children}</Stack>}
    </Paper>
  );
}

type LoadedProps<Thing> = {
  query: UseQueryResult<Thing>;
  /** The height of the skeleton, or the whole skeleton. */
  height?: number;
  skeleton?: ReactNode;
  children(thing: Thing): ReactNode;
};

/** Shows the data, a skeleton until it is there, or the error. Data stays visible when reading it again fails. */
export function Loaded<Thing>({ query, height = 240, skeleton, children }: LoadedProps<Thing>) {
  const { data, error, refetch } = query;
  if (data === undefined && error === null) {
    if (skeleton !== undefined) return <div aria-busy="true">{skeleton}</div>;
    return <Skeleton height={height} radius="md" aria-label="Loading" role="status" aria-busy="true" />;
  }
  return (
    <Stack gap="md">
      {error !== null && <ErrorState error={error} onRetry={refetch} />}
      {data !== undefined && children(data)}
    </Stack>
  );
}

/** Shown when something could not be read: the message, and a retry when it may help. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return (
    <FaultAlert
      fault={
        <Group justify="space-between" gap="sm">
          <Text size="sm">{messageOf(error)}</Text>
          {mayHelp(error) && (
            <Button variant="default" size="xs" onClick={() => void onRetry()}>
              Try again
            </Button>
          )}
        </Group>
      }
    />
  );
}

/** The server's message about a form, above it. */
export function FaultAlert({ fault }: { fault: ReactNode }) {
  if (fault === null) return null;
  return (
    <Alert color="red" variant="outline" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      {fault}
    </Alert>
  );
}

type EmptyProps = { title: string; icon?: Icon; children?: ReactNode; action?: ReactNode };

/** Shown in place of an empty list: why it is empty, and what to do next. */
export function EmptyState({ title, icon: StateIcon = IconInbox, children, action }: EmptyProps) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      <ThemeIcon variant="default" size={44} radius="xl" aria-hidden>
        <StateIcon size={22} />
      </ThemeIcon>
      <Text fw={600}>{title}</Text>
      {children !== undefined && (
        <Text component="div" size="sm" c="dimmed" maw="28rem">
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}

type SeenProps = { height: number; children: ReactNode };

/** Draws its children once somebody has scrolled near them, and until then keeps their place, about so high. */
export function WhenSeen({ height, children }: SeenProps) {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    // A busy browser tells of several moments at once, and the first of them is often the one below the screen.
    const observer = new IntersectionObserver(
      (moments) => setSeen((before) => before || moments.some((moment) => moment.isIntersecting)),
      { rootMargin: '100px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return seen ? children : <Box ref={place} h={height} />;
}
