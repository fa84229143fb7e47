import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** Lists the faults of the page for people who cannot see or point: the findings of axe, of any level. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(fadesAreOver);
  await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  return page.evaluate(violations);
}

type Axe = {
  run(options: object): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }>;
};

/** Runs inside the page. */
async function violations(): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: Axe };
  // by default it leaves out the size of targets, which is of WCAG 2.2
  const rules = { 'target-size': { enabled: true } };
  const found = (await axe.run({ resultTypes: ['violations'], rules })).violations;
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Runs inside the page. A dialog that fades in or out has little contrast; a loader turns forever. */
async function fadesAreOver(): Promise<void> {
  type Animation = { finished: Promise<unknown>; effect: { getComputedTiming(): { endTime: number } } };
  const { document } = globalThis as unknown as { document: { getAnimations(): Animation[] } };
  const fades = document.getAnimations().filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime));
  await Promise.allSettled(fades.map(({ finished }) => finished));
}
