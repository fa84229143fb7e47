import { describeIf, onThePath } from '@topup/testkit';
import { type Browser, chromium } from 'playwright-core';

/** Chromium or Chrome from the PATH. */
export const chromiumPath = (): string | undefined =>
  onThePath('chromium') ?? onThePath('chromium-browser') ?? onThePath('google-chrome');

/** A suite that needs a browser. Without one it is skipped, and its title says why. */
export function describeWithBrowser(name: string, suite: () => void): void {
  describeIf(chromiumPath() !== undefined, name, 'there is no chromium on the PATH', suite);
}

/** Starts a headless browser with a new profile and without background requests. The caller closes it. */
export function startBrowser(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('There is no chromium on the PATH: use describeWithBrowser.');
  // Chromium's sandbox does not work for root, as whom CI runs
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  return chromium.launch({ executablePath, args: [...args, '--disable-component-update', '--disable-sync'] });
}
