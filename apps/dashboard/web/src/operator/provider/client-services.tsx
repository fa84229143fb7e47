import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ServiceRow } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { fromZoneInput, zonePlace } from '../../format/zone';
import { ActionDialog } from '../../ui/form/action-form';
import { ConfirmAction, rowOpener } from '../../ui/form/dialog';
import { EmptyState } from '../../ui/page/page';
import { type Column, TablePanel } from '../../ui/table/table-panel';
import { soldName } from '../../ui/text/names';
import { Small, StatusBadge, When } from '../../ui/text/values';

const SERVICES = '/api/operator/services';

/** Lists what clients see of each service, and tells them something about one until a time. */
export function ClientServices() {
  const services = useQuery(thingQuery<ServiceRow[]>(SERVICES, { poll: true }));
  return (
    <TablePanel
      title="What clients see"
      caption="Services on sale, as clients see them"
      actions={services.data !== undefined && services.data.length > 0 && <Announce services={services.data} />}
      columns={columns}
      rows={services}
      idOf={keyOf}
      empty={<EmptyState title="No worker has noted a state yet" />}
    />
  );
}

const keyOf = ({ productType, service }: ServiceRow): string => `${productType} ${service}`;

const columns: Column<ServiceRow>[] = [
  { header: 'Service', cell: soldName, names: true },
  { header: 'Status', phone: 'end', cell: ({ state }) => <StatusBadge status={state} /> },
  { header: 'Since', cell: ({ since }) => <When at={since} /> },
  {
    header: 'Message',
    phone: 'plain',
    cell: ({ message, messageUntil }) =>
      message === null ? (
        '–'
      ) : (
        <Small under={message}>
          Until <When at={messageUntil} />
        </Small>
      ),
  },
  { header: '', cell: (row) => row.message !== null && <Withdraw row={row} /> },
];

const Announce = ({ services }: { services: ServiceRow[] }) => {
  const find = (key: string) => services.find((each) => keyOf(each) === key);
  return (
    <ActionDialog
      dialog={{ button: 'Announce', size: 'xs', title: 'Announce to clients' }}
      path={`${SERVICES}/announce`}
      invalidates={[SERVICES]}
      start={{ service: '', message: '', until: '' }}
      fields={[
        {
          name: 'service',
          label: 'Service',
          choices: [['', 'Choose a service'], ...services.map((each) => [keyOf(each), soldName(each)] as const)],
          focus: true,
        },
        { name: 'message', label: 'Message', description: 'One sentence, such as “MTN works on its systems.”' },
        { name: 'until', label: `Until (${zonePlace()})`, as: 'time' },
      ]}
      body={({ service: key, message, until }) => {
        const { productType: product, service } = find(key) ?? {};
        return { product, service, message, until: fromZoneInput(until) };
      }}
      submit="Announce"
      done={(_, { service: key }) => {
        const row = find(key);
        return row === undefined ? null : `Clients see the message about ${soldName(row)}.`;
      }}
      about={
        <Text size="sm">
          Until it ends, clients who buy the service see the message on their overview, and the API returns it. It takes
          the place of an earlier message about the service.
        </Text>
      }
    />
  );
};

function Withdraw({ row }: { row: ServiceRow }) {
  const { productType: product, service } = row;
  return (
    <Group justify="flex-end">
      <ConfirmAction
        {...rowOpener('Withdraw', `Withdraw the message about ${soldName(row)}`)}
        path={`${SERVICES}/withdraw`}
        body={{ product, service }}
        invalidates={[SERVICES]}
        confirm="Withdraw"
        done={() => `Clients no longer see a message about ${soldName(row)}.`}
      >
        Clients no longer see it. The status stays as it is.
      </ConfirmAction>
    </Group>
  );
}
