import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconExternalLink, IconLogout, IconShieldLock, IconUserCircle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Me } from '@topup/dashboard-contract';
import { postJson } from '../api/request';

export function UserMenu({ me: { user, docsUrl } }: { me: Me }) {
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={240} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          radius="xl"
          aria-label={`User menu, ${user.name}, ${user.email}`}
        >
          <IconUserCircle size={24} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {/* A menu may contain only items; the button shows the user's name. */}
        <Menu.Label aria-hidden>
          <Text size="sm" fw={600} truncate c="bright">
            {user.name}
          </Text>
          <Text size="xs" truncate>
            {user.email}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to="/security" leftSection={<IconShieldLock size={16} aria-hidden />}>
          Security
        </Menu.Item>
        <Menu.Item
          component="a"
          href={docsUrl}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          API documentation
        </Menu.Item>
        <Menu.Item onClick={signOut} leftSection={<IconLogout size={16} aria-hidden />}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

export function useSignOut(): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate } = useMutation({
    mutationFn: () => postJson('/api/auth/sign-out'),
    onSuccess: async () => {
      await navigate({ to: '/sign-in' });
      client.clear();
    },
  });
  return () => mutate();
}
