import { Button, FileInput, Stack, Text } from '@mantine/core';
import type { CsvColumns, ImportBankFile as ImportBody, ImportedBankFile } from '@topup/dashboard-contract';
import { useState } from 'react';
import { messageOf } from '../../api/request';
import { counted } from '../../format/numbers';
import { Inputs } from '../../ui/form/action-form';
import { DialogButton } from '../../ui/form/dialog';
import { DialogForm, useSend } from '../../ui/form/form';
import { type ChosenFile, readFile } from '../../ui/form/read-file';
import { Facts, Hint } from '../../ui/text/values';
import { Faults, LIMIT, usePreview, ZONE } from '../reconciliation/import-file';
import { CsvColumnSelects, FirstRows } from '../reconciliation/statement-file';

const PATH = '/api/operator/collections/import';

/** Lists the money in of a CSV file of our own bank. */
export const ImportBankFile = () => (
  <DialogButton button="Import bank file" size="xs" title="Import a file of your bank" wide="xl">
    {(close) => <ImportForm onClose={close} />}
  </DialogButton>
);

function ImportForm({ onClose }: { onClose(): void }) {
  const [done, setDone] = useState<ImportedBankFile | null>(null);
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [fileFault, setFileFault] = useState<string | null>(null);
  const [zone, setZone] = useState('+01:00');
  const [chosen, setChosen] = useState<CsvColumns | undefined>(undefined);
  const preview = usePreview(`${PATH}/preview`, { file, zone, columns: chosen });
  const { send, busy, fault, fields, clear } = useSend<ImportBody, ImportedBankFile>(PATH, {
    invalidates: ['/api/operator/collections'],
    shown: ['file', 'zone'],
  });
  const take = async (given: File | null) => {
    const read = given === null ? null : await readFile(given, LIMIT);
    const isRead = read !== null && 'text' in read;
    clear();
    setChosen(undefined);
    setFile(isRead ? read : null);
    setFileFault(read === null || isRead ? null : read.fault);
  };
  const known = file === null ? undefined : preview.data;
  const columns = chosen ?? known?.columns ?? {};
  const submit = async () => {
    if (file === null) return false;
    setDone(await send({ text: file.text, columns, zone }));
    return false;
  };
  const isReady = known !== undefined && known.faults.length === 0 && !preview.isFetching;
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
      <Hint>
        Rows whose text has a payment reference (TUP-…) are listed. Each then waits until a person confirms it, and
        funds at most once, however often you import it.
      </Hint>
      <FileInput
        label="CSV file"
        required
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        placeholder="Choose a file"
        error={fileFault ?? fields.file}
        onChange={(given) => void take(given)}
      />
      {known !== undefined && known.headings.length > 0 && (
        <>
          <FirstRows preview={known} />
          <CsvColumnSelects headings={known.headings} columns={columns} onChange={setChosen} />
          <Inputs fields={[ZONE]} typed={{ zone }} faults={fields} onType={(typed) => setZone(typed.zone)} />
        </>
      )}
      {known !== undefined && <Faults faults={known.faults} />}
    </DialogForm>
  );
}

const Result = ({
  done: { rows, added, matched, other, conflicts },
  onClose,
}: {
  done: ImportedBankFile;
  onClose(): void;
}) => (
  <Stack>
    <Text size="sm" role="status">
      {counted(added, 'transfer')} listed. {added === 0 ? '' : 'Confirm them on this page.'}
    </Text>
    <Facts
      rows={[
        ['Rows in the file', String(rows)],
        ['New, of an account', String(matched)],
        ['New, of no account', String(added - matched)],
        ['Money in without a payment reference, left out', String(other)],
        conflicts.length > 0 && [
          'Left out: known with another amount, or listed before under another reference',
          conflicts.join(', '),
        ],
      ]}
    />
    <Button onClick={onClose} data-autofocus style={{ alignSelf: 'flex-end' }}>
      Done
    </Button>
  </Stack>
);
