import { Box, Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { SchemeSwitch } from './scheme-switch';
import { SERVICE } from './service';

/** The frame of the pages for users who are not signed in. */
export const GuestFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="main" mih="100dvh" p="md">
    <Group justify="flex-end">
      <SchemeSwitch />
    </Group>
    <Center mih="70dvh">
      <Stack w="100%" maw={400}>
        <Group gap="sm">
          <img src="/icon.svg" alt="" width={32} height={32} />
          <Text fw={650}>{SERVICE.name}</Text>
        </Group>
        <Paper withBorder p={{ base: 'md', xs: 'xl' }}>
          <Stack>
            <Title order={1} size="h3" tabIndex={-1}>
              {title}
            </Title>
            {children}
          </Stack>
        </Paper>
      </Stack>
    </Center>
  </Box>
);
