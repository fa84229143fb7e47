import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { AccountRow } from '@topup/dashboard-contract';
import { ActionForm } from '../../ui/form/action-form';
import { DialogButton } from '../../ui/form/dialog-button';
import { useTierField } from '../prices/tiers';

export const CreateAccount = () => (
  <DialogButton
    button="Create account"
    variant="filled"
    leftSection={<IconPlus size={16} aria-hidden />}
    title="Create account"
  >
    {(close) => <CreateForm onClose={close} />}
  </DialogButton>
);

function CreateForm({ onClose }: { onClose(): void }) {
  const tierField = useTierField();
  const navigate = useNavigate();
  return (
    <ActionForm<{ name: string; tier: string }, AccountRow>
      path="/api/operator/accounts"
      invalidates={['/api/operator/accounts', '/api/operator/overview']}
      start={{ name: '', tier: '' }}
      fields={[
        { name: 'name', label: 'Name', description: 'The client sees this name on every page.', focus: true },
        tierField,
      ]}
      submit="Create account"
      ready={({ tier }) => tier !== ''}
      done={({ id, name }) => {
        void navigate({ to: '/operator/accounts/$id', params: { id } });
        return `Account “${name}” was created. Invite its owner next.`;
      }}
      onClose={onClose}
    />
  );
}
