import { refusalTexts } from '@topup/core/errors';
import { formatNaira } from '@topup/core/shared';
import { createProvider } from '@topup/providers';
import { loadSettings } from '@topup/runtime/settings';
import { provider as providerSettings } from '@topup/settings';
import type { Command } from 'commander';
import { type Report, reporting } from '../output';
import { Refusal } from '../refusal';

export function providerCommands(program: Command): void {
  const provider = program.command('provider').description('the provider that everything is bought from');
  provider.command('float').description('read our balance at the provider').action(reporting(float));
}

async function float(): Promise<Report> {
  const answer = await createProvider(loadSettings(providerSettings), () => undefined).balance();
  if (answer.kind !== 'found') throw new Refusal(refusalTexts.float_unavailable(answer));
  const naira = formatNaira(answer.value);
  return { json: { float: naira }, text: `The float is NGN ${naira}.` };
}
