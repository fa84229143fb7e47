import { Button, Code, FileInput, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Batch, FileNote, NewFile, Products, UploadedFile } from '@topup/dashboard-contract';
import { useEffect, useRef, useState } from 'react';
import { thingQuery } from '../../api/queries';
import { counted } from '../../format/numbers';
import { AIRTIME_NETWORKS } from '../../generated/vocabulary';
import { useMay } from '../../layout/use-me';
import { useSend } from '../../ui/form/form';
import { readFile } from '../../ui/form/read-file';
import { EmptyState, FaultAlert, Page, Panel } from '../../ui/page/page';
import { ListPanel } from '../../ui/table/table-panel';
import { ButtonLink, SentenceLink } from '../../ui/text/links';
import { Facts, Hint } from '../../ui/text/values';
import { BATCH_COLUMNS } from './batch-columns';
import { MayBuy, WhatIsLeft } from './buying-state';
import { FileNotes } from './file-notes';

export default function FilesPage() {
  const mayBuy = useMay('buy');
  return (
    <Page
      title={mayBuy ? 'Buy from a file' : 'Bought in the dashboard'}
      about={
        mayBuy ? 'Airtime and data for up to 1,000 numbers. Nothing is bought before you confirm the total.' : undefined
      }
      actions={
        mayBuy && (
          <ButtonLink to="/buy" variant="default">
            Buy for one customer
          </ButtonLink>
        )
      }
    >
      {mayBuy && (
        <MayBuy>
          {(buying) => (
            <>
              <Panel title="1. Write the file" gap="sm">
                <FileFormat />
              </Panel>
              <Panel title="2. Check the file" gap="sm">
                <WhatIsLeft buying={buying} />
                <Upload />
              </Panel>
            </>
          )}
        </MayBuy>
      )}
      <ListPanel<Batch>
        title={mayBuy ? 'Bought in the dashboard' : 'Purchases and files'}
        caption="Files and single purchases, newest first"
        path="/api/buying/batches"
        columns={BATCH_COLUMNS}
        idOf={({ id }) => id}
        empty={
          <EmptyState title="Nothing yet">What people of your account buy in the dashboard appears here.</EmptyState>
        }
      />
    </Page>
  );
}

function FileFormat() {
  const { data } = useQuery(thingQuery<Products>('/api/products'));
  const planId = data?.data.find((plan) => plan.forSale && plan.planId !== null)?.planId;
  const sample = [
    'product,network,plan_id,phone,amount,reference',
    'airtime,mtn,,08031234567,500,',
    ...(planId ? [`data,,${planId},08031234568,,`] : []),
    'airtime,glo,,08051234567,200,staff-0042',
  ];
  return (
    <>
      <Text size="sm">
        A CSV file, from a spreadsheet or a program. Its first row names the columns, in any order. Each further row is
        one purchase:
      </Text>
      <Facts
        rows={[
          ['product', 'airtime or data'],
          ['network', `Of airtime: ${AIRTIME_NETWORKS.join(', ')}. etisalat is 9mobile.`],
          [
            'plan_id',
            <span key="plan">
              Of data: the ID of a plan, from <SentenceLink to="/products">Products</SentenceLink>
            </span>,
          ],
          ['phone', '11 digits, such as 08031234567. We put back a first 0 that a spreadsheet has dropped.'],
          ['amount', 'Of airtime: naira, such as 500. Of data: empty, or the price that you expect'],
          ['reference', 'Optional: your own reference, which is never used twice'],
        ]}
      />
      <Group>
        <Button
          component="a"
          variant="default"
          download="orders.csv"
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(`${sample.join('\r\n')}\r\n`)}`}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download a sample
        </Button>
      </Group>
      <Hint>
        Format the column <Code>phone</Code> as text before you paste numbers. A spreadsheet shortens long ones to
        8.03E+09, and then the digits are lost.
      </Hint>
    </>
  );
}

const LIMIT = { most: 384 * 1024, tooLarge: 'The file is larger than 384 KiB. Split it.' };

type Faulty = { name: string; faults: FileNote[]; notes: FileNote[] };

/** Sends a file as soon as it is chosen, which buys nothing. A file without faults is confirmed on its own page. */
function Upload() {
  const navigate = useNavigate();
  const [faulty, setFaulty] = useState<Faulty | null>(null);
  const [tries, setTries] = useState(0);
  const [fileFault, setFileFault] = useState<string | null>(null);
  const { send, busy, fault, clear } = useSend<NewFile, UploadedFile>('/api/buying/files', {
    invalidates: ['/api/buying'],
  });
  const take = async (given: File | null) => {
    if (given === null) return;
    clear();
    setFaulty(null);
    const read = await readFile(given, LIMIT);
    setFileFault('fault' in read ? read.fault : null);
    if ('text' in read) {
      const { name, text } = read;
      const uploaded = await send({ id: crypto.randomUUID(), name, text });
      if (uploaded?.batch) {
        await navigate({ to: '/buy/batches/$id', params: { id: uploaded.batch.id } });
        return;
      }
      if (uploaded !== null) setFaulty({ name, faults: uploaded.faults, notes: uploaded.notes });
    }
    // a browser does not tell of the same file again
    setTries((before) => before + 1);
  };
  return (
    <Stack gap="sm">
      <FaultAlert fault={fault} />
      <FileInput
        key={tries}
        label="CSV file"
        description="We check each row. Nothing is bought yet."
        accept=".csv,.txt,text/csv,text/plain"
        placeholder={busy ? 'Checking…' : 'Choose a file'}
        leftSection={<IconUpload size={16} aria-hidden />}
        disabled={busy}
        error={fileFault}
        maw="28rem"
        onChange={(given) => void take(given)}
      />
      {faulty !== null && <Faults key={tries} {...faulty} />}
    </Stack>
  );
}

function Faults({ name, faults, notes }: Faulty) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <Stack ref={place} tabIndex={-1} style={{ outline: 'none' }} role="group" aria-label={`Faults of ${name}`}>
      <FaultAlert
        fault={`${name} has ${counted(faults.length, 'fault')}, so none of it was kept. Correct the file and choose it again.`}
      />
      <FileNotes title="Faults" caption={`Faults of ${name}, by row`} notes={faults}>
        Row 1 is the header.
      </FileNotes>
      {notes.length > 0 && (
        <FileNotes title="Worth a look" caption={`Notes about ${name}, by row`} notes={notes}>
          These rows can stay as they are.
        </FileNotes>
      )}
    </Stack>
  );
}
