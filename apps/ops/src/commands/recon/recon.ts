import { csvColumns, findingKinds, findingStates } from '@topup/core/reconciliation';
import {
  countArgument,
  dayArgument,
  entryArgument,
  lineArgument,
  signedNairaArgument,
  sinceArgument,
  untilArgument,
} from '../../arguments';
import { choice, command, group, needed, option } from '../../declare';
import { close } from './close';
import { findings, resolve } from './findings';
import { columnArgument, columnsArgument, importFile, withdraw, zoneArgument } from './import-file';
import { closedDays, pulls } from './lists';
import { lost } from './lost';
import { pull } from './pull';
import { report } from './report';

const PROVIDER = needed('--provider <name>', 'the provider, as PROVIDERS names it', lineArgument);
const ONLY = option('--provider <name>', 'only this one', lineArgument);
const ONLY_OF = option('--provider <name>', 'only of this one', lineArgument);

export const reconCommands = group('recon', 'the statements of providers, compared with what we have booked', [
  command(
    'pull',
    'read the statements of the providers that have one, and compare them',
    [ONLY, option('--since <day or time>', 'from then on; default: a day before what is covered', sinceArgument)],
    pull,
  ),
  command(
    'import',
    'read a statement from a CSV file, and compare it',
    [
      PROVIDER,
      needed('--file <path>', 'the file, with headings in its first line'),
      option(
        '--columns <pairs>',
        `its headings, such as "at=Date,amount=Amount,direction=Type,reference=Request ID"; of: ${csvColumns.join(', ')}`,
        columnsArgument,
      ),
      option('--column <pair>', 'one of them, such as "at=Date, time"; may be given several times', columnArgument),
      needed('--since <day or time>', 'from when on the file has every row', sinceArgument),
      needed('--until <day or time>', 'up to when; a day is included', untilArgument),
      option('--zone <offset>', 'the zone of its times, where they name none', zoneArgument, '+01:00'),
    ],
    importFile,
  ),
  command(
    'withdraw',
    'take back the import of a wrong file as a whole, until a day of it is closed',
    [needed('--id <id>', 'the import (`recon pulls`)', entryArgument)],
    withdraw,
  ),
  command(
    'report',
    'show what is covered, closed and open, or the sums of one day',
    [ONLY, option('--day <day>', 'the sums of this day in Lagos; needs --provider', dayArgument)],
    report,
  ),
  command(
    'closed',
    'list the days that are closed, with who signed them, the latest first',
    [ONLY_OF, option('--limit <n>', 'at most so many', countArgument, 50)],
    closedDays,
  ),
  command(
    'pulls',
    'list what was read of statements, and what could not be read, newest first',
    [ONLY_OF, option('--limit <n>', 'at most so many of each provider', countArgument, 20)],
    pulls,
  ),
  command(
    'lost',
    'after a restore: list the orders in the statements whose purchases this database lacks',
    [needed('--since <day or time>', 'from then on, such as an hour before the copy ends', sinceArgument), ONLY_OF],
    lost,
  ),
  command(
    'findings',
    'list where a provider and we do not agree, newest first',
    [
      ONLY_OF,
      option('--day <day>', 'only of this day in Lagos', dayArgument),
      choice('--kind <kind>', 'only this kind', findingKinds),
      choice('--state <state>', 'only in this state', findingStates, 'open'),
      option('--limit <n>', 'at most so many', countArgument, 50),
    ],
    findings,
  ),
  command(
    'resolve',
    'end a finding by what you know of it',
    [
      needed('--id <id>', 'the finding (`recon findings`)', entryArgument),
      option('--accept', 'it is as the provider says: our float follows it'),
      option('--match', 'the suggested row is about this purchase'),
      option('--explain', 'nothing was lost or won'),
      option(
        '--amount <naira>',
        'with --accept: by how much our float changes; below zero is money that is gone',
        signedNairaArgument,
      ),
      needed('--note <text>', 'how you know; kept with it', lineArgument),
    ],
    resolve,
  ),
  command(
    'close',
    'sign a day: its sums agree and never change any more; needs --as',
    [PROVIDER, needed('--day <day>', 'the day in Lagos', dayArgument)],
    close,
  ),
]);
