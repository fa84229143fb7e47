import { Alert, Button, FileInput, List, SimpleGrid, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CsvColumns, FilePreview, ImportFile as ImportBody, ImportedFile } from '@topup/dashboard-contract';
import { useState } from 'react';
import { messageOf, postJson } from '../../api/request';
import { counted } from '../../format/numbers';
import { type Field, Inputs } from '../../ui/form/action-form';
import { DialogButton } from '../../ui/form/dialog';
import { DialogForm, useSend } from '../../ui/form/form';
import { type ChosenFile, readFile } from '../../ui/form/read-file';
import { FaultAlert } from '../../ui/page/page';
import { providerName } from '../../ui/text/names';
import { Facts, Hint } from '../../ui/text/values';
import { CsvColumnSelects, FirstRows, fromLagosInput, toLagosInput } from './statement-file';

/** Imports the statement of a provider from a CSV file. */
export const ImportFile = ({ providers }: { providers: string[] }) => (
  <DialogButton button="Import file" size="xs" title="Import a statement" wide="xl">
    {(close) => <ImportForm providers={providers} onClose={close} />}
  </DialogButton>
);

export const LIMIT = {
  most: 2 * 1024 * 1024,
  tooLarge: 'The file is larger than 2 MiB. Split it, or use the command `ops recon import`.',
};

type Done = { provider: string; imported: ImportedFile };

/** The operator's choices; undefined is as proposed. */
type Chosen = { columns?: CsvColumns; since?: string; until?: string };

function ImportForm({ providers, onClose }: { providers: string[]; onClose(): void }) {
  const [done, setDone] = useState<Done | null>(null);
  const [provider, setProvider] = useState(providers.length === 1 ? (providers[0] ?? '') : '');
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [fileFault, setFileFault] = useState<string | null>(null);
  const [zone, setZone] = useState('+01:00');
  const [chosen, setChosen] = useState<Chosen>({});
  const preview = usePreview('/api/operator/reconciliation/import/preview', { file, zone, columns: chosen.columns });
  const { send, busy, fault, fields, clear } = useSend<ImportBody, ImportedFile>(
    '/api/operator/reconciliation/import',
    { invalidates: ['/api/operator/reconciliation'], shown: ['provider', 'file', 'zone', 'since', 'until'] },
  );
  const take = async (given: File | null) => {
    const read = given === null ? null : await readFile(given, LIMIT);
    const isRead = read !== null && 'text' in read;
    clear();
    setChosen({});
    setFile(isRead ? read : null);
    setFileFault(read === null || isRead ? null : read.fault);
  };
  const known = file === null ? undefined : preview.data;
  const columns = chosen.columns ?? known?.columns ?? {};
  const since = chosen.since ?? (known?.since ? toLagosInput(known.since) : '');
  const until = chosen.until ?? (known?.until ? toLagosInput(known.until) : '');
  const submit = async () => {
    if (file === null) return false;
    const range = { since: fromLagosInput(since), until: fromLagosInput(until) };
    const imported = await send({ provider, text: file.text, columns, zone, ...range });
    if (imported !== null) setDone({ provider, imported });
    return false;
  };
  const isReady = known !== undefined && known.faults.length === 0 && !preview.isFetching && provider !== '';
  const previewFault = preview.error === null ? null : messageOf(preview.error);
  if (done !== null) return <Result done={done} onClose={onClose} />;
  return (
    <DialogForm
      onClose={onClose}
      submit="Import"
      busy={busy}
      fault={fault ?? previewFault}
      onSubmit={submit}
      disabled={!isReady}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Inputs
          fields={[
            { name: 'provider', label: 'Provider', choices: [['', 'Choose a provider'], ...providers.map(toChoice)] },
          ]}
          typed={{ provider }}
          faults={fields}
          onType={(typed) => setProvider(typed.provider)}
        />
        <FileInput
          label="CSV file"
          required
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          placeholder="Choose a file"
          error={fileFault ?? fields.file}
          onChange={(given) => void take(given)}
        />
      </SimpleGrid>
      {known !== undefined && known.headings.length > 0 && (
        <>
          <FirstRows preview={known} />
          <CsvColumnSelects
            headings={known.headings}
            columns={columns}
            onChange={(next) => setChosen({ ...chosen, columns: next })}
          />
          <Inputs fields={[ZONE]} typed={{ zone }} faults={fields} onType={(typed) => setZone(typed.zone)} />
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            <Inputs
              fields={SPAN}
              typed={{ since, until }}
              faults={fields}
              onType={(span) => setChosen({ ...chosen, ...span })}
            />
          </SimpleGrid>
          <Hint>The file must have every row of this period. Each of our orders without a row becomes a finding.</Hint>
        </>
      )}
      {known !== undefined && <Faults faults={known.faults} />}
    </DialogForm>
  );
}

type Asked = { file: ChosenFile | null; zone: string; columns: CsvColumns | undefined };

/** How the server would read the file, asked again when a column or the zone changes. */
export const usePreview = (path: string, { file, zone, columns }: Asked) =>
  useQuery({
    queryKey: ['preview of a file', path, file?.key, zone, columns],
    queryFn: () =>
      postJson<FilePreview>(path, {
        text: file?.text,
        zone,
        ...(columns !== undefined && { columns }),
      }),
    enabled: file !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

const HOURS = [1, -5, -4, 0, 2, 3, 4, 5];
export const ZONE: Field<'zone'> = {
  name: 'zone',
  label: 'Time zone, if the file has none',
  choices: HOURS.map((hours) => {
    if (hours === 0) return ['Z', 'UTC'];
    const value = `${hours < 0 ? '-' : '+'}0${Math.abs(hours)}:00`;
    return [value, hours === 1 ? `${value}, Lagos` : value];
  }),
};

const SPAN: Field<'since' | 'until'>[] = [
  { name: 'since', label: 'Complete from (Lagos time)', as: 'time' },
  { name: 'until', label: 'Complete up to (Lagos time)', as: 'time' },
];

const toChoice = (provider: string): [string, string] => [provider, providerName(provider)];

const SHOWN_FAULTS = 5;

/** Lists the faults that keep the file from being imported. */
export function Faults({ faults }: { faults: string[] }) {
  if (faults.length === 0) return null;
  const [only] = faults;
  if (faults.length === 1 && only !== undefined)
    return <FaultAlert fault={`You can’t import this file yet: ${only}.`} />;
  return (
    <Alert color="red" variant="outline" role="alert" title="You can’t import this file yet">
      <List size="sm">
        {faults.slice(0, SHOWN_FAULTS).map((each) => (
          <List.Item key={each}>{each}</List.Item>
        ))}
      </List>
      {faults.length > SHOWN_FAULTS && `And ${counted(faults.length - SHOWN_FAULTS, 'more error')}.`}
    </Alert>
  );
}

function Result({ done: { provider, imported }, onClose }: { done: Done; onClose(): void }) {
  const { rows, added, known, skipped, opened, cleared, open } = imported;
  return (
    <Stack>
      <Text size="sm" role="status">
        {counted(added, 'row')} imported from {providerName(provider)}.
      </Text>
      <Facts
        rows={[
          ['Rows in the file', String(rows)],
          ['New', String(added)],
          ['Already imported', String(known)],
          ['Skipped, because the API has read this period', String(skipped)],
          ['Findings opened', String(opened)],
          ['Findings cleared', String(cleared)],
          ['Open findings', String(open)],
        ]}
      />
      <Button onClick={onClose} data-autofocus style={{ alignSelf: 'flex-end' }}>
        Done
      </Button>
    </Stack>
  );
}
