import type { Page } from 'playwright-core';

/** The placeholders of the page whose contrast is below 4.5:1, which axe does not judge. */
export const faintPlaceholders = (page: Page): Promise<string[]> => page.evaluate(faint);

/** Runs inside the page. The colours are those of a form's field, which is opaque. */
function faint(): string[] {
  type Field = { placeholder: string };
  type Colours = { color: string; backgroundColor: string };
  const { document, getComputedStyle } = globalThis as unknown as {
    document: { querySelectorAll(selector: string): Iterable<Field> };
    getComputedStyle(field: Field, part?: string): Colours;
  };
  const found: string[] = [];
  for (const field of document.querySelectorAll('[placeholder]:not([placeholder=""])')) {
    const [one, other] = [getComputedStyle(field, '::placeholder').color, getComputedStyle(field).backgroundColor]
      .map(luminance)
      .sort((a, b) => b - a);
    const contrast = ((one ?? 0) + 0.05) / ((other ?? 0) + 0.05);
    if (contrast < 4.5) found.push(`placeholder "${field.placeholder}": ${contrast.toFixed(1)}:1`);
  }
  return found;

  /** Of WCAG 2.2, of "rgb(1, 2, 3)". */
  function luminance(colour: string): number {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
}
