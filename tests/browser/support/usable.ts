import type { Page } from 'playwright-core';
import { axeViolations } from './axe';
import { loaded } from './pages';

/** A phone, a tablet and a laptop. */
export const WIDTHS = [390, 800, 1280];

/**
 * Opens these pages. @returns the findings of axe at the width of the page, and the widths of screens that a
 * page does not fit
 */
export async function unusable(page: Page, paths: readonly string[]): Promise<string[]> {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await loaded(page);
    found.push(...(await axeViolations(page)).map((each) => `${path}, ${size.width}: ${each}`));
    for (const width of [...WIDTHS.filter((each) => each !== size.width), size.width]) {
      await page.setViewportSize({ ...size, width });
      if (await page.evaluate(isTooWide)) found.push(`${path} is wider than ${width}`);
    }
  }
  return found;
}

/** Runs inside the page. The menu, which slides out of a page that becomes narrower, is moved there at once. */
export function isTooWide(): boolean {
  type Motion = { effect: { getComputedTiming(): { endTime: number } }; finish(): void };
  type Shown = { getAnimations(): Motion[]; documentElement: { scrollWidth: number } };
  const { document, innerWidth } = globalThis as unknown as { document: Shown; innerWidth: number };
  for (const motion of document.getAnimations())
    if (Number.isFinite(motion.effect.getComputedTiming().endTime)) motion.finish();
  return document.documentElement.scrollWidth > innerWidth;
}

/** Runs inside the page of a phone: cut texts of the header and of rows, and facts of rows that say nothing. */
export function unreadable(): string[] {
  type Shown = {
    textContent: string;
    scrollWidth: number;
    clientWidth: number;
    scrollHeight: number;
    clientHeight: number;
    checkVisibility(): boolean;
    matches(selector: string): boolean;
  };
  const { document, getComputedStyle } = globalThis as unknown as {
    document: { querySelectorAll(selector: string): Iterable<Shown> };
    getComputedStyle(text: Shown): { overflow: string };
  };
  const found: string[] = [];
  for (const text of document.querySelectorAll('header p, li dd')) {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = text;
    if (!text.checkVisibility() || clientWidth === 0) continue;
    const isCut = scrollWidth > clientWidth || scrollHeight > clientHeight;
    if (isCut && getComputedStyle(text).overflow !== 'visible') found.push(`cut: "${text.textContent}"`);
    if (['', '–'].includes(text.textContent.trim()) && !text.matches(':has(button)')) found.push('an empty fact');
  }
  return [...new Set(found)];
}
