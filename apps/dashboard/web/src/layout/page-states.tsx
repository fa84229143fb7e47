import { Button, Center, Loader, Stack, Text, Title } from '@mantine/core';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { messageOf } from '../api/request';

export const PagePending = () => (
  <Center mih={240} role="status" aria-label="Loading page" aria-busy="true">
    <Loader aria-hidden />
  </Center>
);

export const NotFound = () => (
  <Stack align="flex-start">
    <Title order={1} tabIndex={-1}>
      Page not found
    </Title>
    <Text c="dimmed">Check the address. The page may have moved or been removed.</Text>
    <Button component={Link} to="/">
      Go to overview
    </Button>
  </Stack>
);

/** Shown when the server cannot be reached at the start. There is no frame around it yet. */
export const StartFailure = (props: ErrorComponentProps) => (
  <main>
    <PageFailure {...props} />
  </main>
);

export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const tryAgain = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Stack align="flex-start" p="md" role="alert">
      <Title order={1} tabIndex={-1}>
        This page couldn’t be loaded
      </Title>
      <Text c="dimmed">{messageOf(error)}</Text>
      <Button onClick={tryAgain}>Try again</Button>
    </Stack>
  );
}
