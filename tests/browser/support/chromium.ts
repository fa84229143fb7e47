import { describeIf, onThePath } from '@topup/testkit';
import { type Browser, chromium } from 'playwright-core';

/** Debian's Chromium, or a Chrome: the PATH's. */
export const chromiumPath = (): string | undefined =>
  onThePath('chromium') ?? onThePath('chromium-browser') ?? onThePath('google-chrome');

/** A suite that looks at pages. Without a browser it is skipped, and its title says why. */
export function describeWithBrowser(name: string, suite: () => void): void {
  describeIf(chromiumPath() !== undefined, name, 'there is no chromium on the PATH', suite);
}

/** Starts one without a window and with a profile of its own, which asks nobody but the pages it is shown. Close it. */
export function startBrowser(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('There is no chromium on the PATH: use describeWithBrowser.');
  // no sandbox, since CI is root
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  return chromium.launch({ executablePath, args: [...args, '--disable-component-update', '--disable-sync'] });
}
