import type { Page } from 'playwright-core';

/** In CSS pixels, of what a finger can press. */
const LEAST = 44;

/** Lists the controls with less than 44 px, from top to bottom, to press. Links in a sentence may have less. */
export const smallTargets = (page: Page): Promise<string[]> => page.evaluate(small, LEAST);

/** Runs inside the page. Measures where a press at the middle of each control goes, and above and below it. */
function small(least: number): string[] {
  type Box = { x: number; y: number; width: number; height: number };
  type Control = {
    labels?: ArrayLike<Control> | null;
    parentElement: Control | null;
    textContent: string;
    outerHTML: string;
    tagName: string;
    getBoundingClientRect(): Box;
    scrollIntoView(options: object): void;
    contains(other: unknown): boolean;
    checkVisibility(options: object): boolean;
    matches(selector: string): boolean;
  };
  const { document, getComputedStyle } = globalThis as unknown as {
    getComputedStyle(control: Control): { display: string };
    document: {
      querySelectorAll(selector: string): Iterable<Control>;
      elementFromPoint(x: number, y: number): unknown;
    };
  };
  const found: string[] = [];
  for (const control of document.querySelectorAll('a[href], button, input, select, textarea, [role="menuitem"]')) {
    if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (control.matches(':disabled, .skip-link, textarea')) continue;
    const around = control.parentElement;
    const isPart = around !== null && around.textContent.length > control.textContent.length;
    if (control.tagName === 'A' && isPart && getComputedStyle(control).display === 'inline') continue;
    control.scrollIntoView({ block: 'center', behavior: 'instant' });
    const parts = [control, ...Array.from(control.labels ?? [])];
    const height = Math.max(...parts.map((part) => reach(part, parts)));
    if (height < least) found.push(`${height} px: ${control.outerHTML.slice(0, 160)}`);
  }
  return found;

  function reach(part: Control, parts: Control[]): number {
    const { x, y, width, height } = part.getBoundingClientRect();
    if (width === 0 || height === 0) return 0;
    return Math.max(...[0.1, 0.5, 0.9].map((share) => heightAt(x + width * share, y + height / 2, parts)));
  }

  function heightAt(x: number, middle: number, parts: Control[]): number {
    const leads = (y: number) => parts.some((part) => part.contains(document.elementFromPoint(x, y)));
    if (!leads(middle)) return 0;
    let height = 1;
    for (const step of [-1, 1]) for (let y = middle + step; height < 2 * 44 && leads(y); y += step) height += 1;
    return height;
  }
}
