import { csvColumns, findingKinds, findingStates } from '@topup/core/reconciliation';
import { type Command, Option } from 'commander';
import {
  countArgument,
  dayArgument,
  entryArgument,
  lineArgument,
  signedNairaArgument,
  sinceArgument,
  untilArgument,
} from '../../arguments';
import { reporting } from '../../output';
import { close } from './close';
import { findings, resolve } from './findings';
import { columnArgument, columnsArgument, importFile, withdraw, zoneArgument } from './import-file';
import { closedDays, pulls } from './lists';
import { lost } from './lost';
import { pull } from './pull';
import { report } from './report';

const PROVIDER = ['--provider <name>', 'the provider, as PROVIDERS names it'] as const;

export function reconCommands(program: Command): void {
  const recon = program.command('recon').description('the statements of providers, compared with what we have booked');
  recon
    .command('pull')
    .description('read the statements of the providers that have one, and compare them')
    .option(PROVIDER[0], 'only this one', lineArgument)
    .option('--since <day or time>', 'from then on; default: a day before what is covered', sinceArgument)
    .action(reporting(pull));
  recon
    .command('import')
    .description('read a statement from a CSV file, and compare it')
    .requiredOption(...PROVIDER, lineArgument)
    .requiredOption('--file <path>', 'the file, with headings in its first line')
    .option(
      '--columns <pairs>',
      `its headings, such as "at=Date,amount=Amount,direction=Type,reference=Request ID"; of: ${csvColumns.join(', ')}`,
      columnsArgument,
    )
    .option('--column <pair>', 'one of them, such as "at=Date, time"; may be given several times', columnArgument)
    .requiredOption('--since <day or time>', 'from when on the file has every row', sinceArgument)
    .requiredOption('--until <day or time>', 'up to when; a day is included', untilArgument)
    .option('--zone <offset>', 'the zone of its times, where they name none', zoneArgument, '+01:00')
    .action(reporting(importFile));
  recon
    .command('withdraw')
    .description('take back the import of a wrong file as a whole, until a day of it is closed')
    .requiredOption('--id <id>', 'the import (`recon pulls`)', entryArgument)
    .action(reporting(withdraw));
  recon
    .command('report')
    .description('show what is covered, closed and open, or the sums of one day')
    .option(PROVIDER[0], 'only this one', lineArgument)
    .option('--day <day>', 'the sums of this day in Lagos; needs --provider', dayArgument)
    .action(reporting(report));
  recon
    .command('closed')
    .description('list the days that are closed, with who signed them, the latest first')
    .option(PROVIDER[0], 'only of this one', lineArgument)
    .option('--limit <n>', 'at most so many', countArgument, 50)
    .action(reporting(closedDays));
  recon
    .command('pulls')
    .description('list what was read of statements, and what could not be read, newest first')
    .option(PROVIDER[0], 'only of this one', lineArgument)
    .option('--limit <n>', 'at most so many of each provider', countArgument, 20)
    .action(reporting(pulls));
  recon
    .command('lost')
    .description('after a restore: list the orders in the statements whose purchases this database lacks')
    .requiredOption('--since <day or time>', 'from then on, such as an hour before the copy ends', sinceArgument)
    .option(PROVIDER[0], 'only of this one', lineArgument)
    .action(reporting(lost));
  recon
    .command('findings')
    .description('list where a provider and we do not agree, newest first')
    .option(PROVIDER[0], 'only of this one', lineArgument)
    .option('--day <day>', 'only of this day in Lagos', dayArgument)
    .addOption(new Option('--kind <kind>', 'only this kind').choices([...findingKinds]))
    .addOption(new Option('--state <state>', 'only in this state').choices([...findingStates]).default('open'))
    .option('--limit <n>', 'at most so many', countArgument, 50)
    .action(reporting(findings));
  recon
    .command('resolve')
    .description('end a finding by what you know of it')
    .requiredOption('--id <id>', 'the finding (`recon findings`)', entryArgument)
    .option('--accept', 'it is as the provider says: our float follows it')
    .option('--match', 'the suggested row is about this purchase')
    .option('--explain', 'nothing was lost or won')
    .option(
      '--amount <naira>',
      'with --accept: by how much our float changes; below zero is money that is gone',
      signedNairaArgument,
    )
    .requiredOption('--note <text>', 'how you know; kept with it', lineArgument)
    .action(reporting(resolve));
  recon
    .command('close')
    .description('sign a day: its sums agree and never change any more; needs --as')
    .requiredOption(...PROVIDER, lineArgument)
    .requiredOption('--day <day>', 'the day in Lagos', dayArgument)
    .action(reporting(close));
}
