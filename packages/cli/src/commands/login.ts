import type { Command } from 'commander';
import { configFile, connectWith, DEFAULT_URL, readConfig, writeConfig } from '../connection';
import { naira, type Options, reporting } from '../output';
import type { Terminal } from '../terminal';

/** `topup login`: asks for a key, tries it, and keeps it. */
export function addLogin(program: Command, terminal: Terminal): void {
  const command = program
    .command('login')
    .description('save an API key, which it reads from the terminal or standard input');
  reporting<Options, []>(terminal, command, (options) => login(terminal, options));
}

async function login(terminal: Terminal, { url }: Options) {
  const file = configFile(terminal.env);
  const baseUrl = url ?? terminal.env.TOPUP_URL ?? keptUrl(file) ?? DEFAULT_URL;
  const apiKey = (
    terminal.isInteractive
      ? await terminal.ask(`API key of ${baseUrl} (it is not shown): `, { hidden: true })
      : String(await terminal.readInput())
  ).trim();
  const { topup, mode } = connectWith({ baseUrl, apiKey });
  const { balance } = await topup.walletBalance({ signal: terminal.interrupted });
  writeConfig(file, { baseUrl, apiKey });
  const text = `Logged in to ${baseUrl} in ${mode} mode, with ${naira(balance)} in the wallet. The key is in ${file}.`;
  return { json: { baseUrl, mode, balance, file }, text };
}

/** A damaged file is no reason not to write another. */
function keptUrl(file: string): string | undefined {
  try {
    return readConfig(file)?.baseUrl;
  } catch {
    return undefined;
  }
}
