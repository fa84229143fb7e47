import { formatNaira } from '@topup/core/shared';
import { createProvider } from '@topup/providers';
import { loadSettings, settingGroups } from '@topup/runtime/settings';
import type { Command } from 'commander';
import { type Report, reporting } from '../output';
import { Refusal } from '../refusal';

export function providerCommands(program: Command): void {
  const provider = program.command('provider').description('the provider that airtime and all else is bought from');
  provider.command('float').description('ask what our account at the provider holds').action(reporting(float));
}

async function float(): Promise<Report> {
  const answer = await createProvider(loadSettings(settingGroups.provider), () => undefined).balance();
  if (answer.kind !== 'found')
    throw new Refusal(`The provider did not say what our account holds (${answer.reason}): try again.`);
  const naira = formatNaira(answer.value);
  return { json: { float: naira }, text: `Our account at the provider holds NGN ${naira}.` };
}
