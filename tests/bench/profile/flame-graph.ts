import { escapeXml } from '../soak/plot';
import type { Frame } from './stacks';

const WIDTH = 1_200;
const [LINE, TOP] = [16, 46];
const LETTER = 6.2; // the width of one
const LEAST_PX = 1;
/** A rectangle takes about 200 bytes, and a graph should stay below 150 kB. */
const MOST_FRAMES = 650;

const KINDS = [
  { name: 'this service', light: '#ffb77c', dark: '#a5591b' },
  { name: 'packages', light: '#a5d6ff', dark: '#1f5c99' },
  { name: 'Node', light: '#d0d7de', dark: '#4b535d' },
  { name: 'V8 and the system', light: '#e7d3ff', dark: '#6b45a3' },
] as const;

const STYLE = `
text{font:11px monospace;fill:#1f2328;pointer-events:none}.t{font:bold 14px sans-serif}.k{font:11px sans-serif}.b{fill:#fff}
${KINDS.map(({ light }, i) => `.k${i}{fill:${light}}`).join('')}
@media(prefers-color-scheme:dark){text{fill:#f0f3f6}.b{fill:#0d1117}${KINDS.map(({ dark }, i) => `.k${i}{fill:${dark}}`).join('')}}`;

type Placed = { frame: Frame; depth: number; x: number; width: number };

/**
 * A flame graph as one SVG: each function below its caller, as wide as its share of the CPU. Frames that are too narrow
 * to be seen are left out. The whole text of a frame is its tooltip.
 */
export function flameGraph(title: string, root: Frame): string {
  const seen = largest(placeAll(root), MOST_FRAMES);
  const height = TOP + LINE * (1 + Math.max(0, ...seen.map(({ depth }) => depth))) + 6;
  const keys = KINDS.map(
    ({ name }, i) =>
      `<rect class="k${i}" x="${12 + i * 130}" y="28" width="10" height="10"/><text class="k" x="${26 + i * 130}" y="37">${name}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}"><style>${STYLE}</style>
<rect class="b" width="100%" height="100%"/><text class="t" x="12" y="18">${escapeXml(title)}</text>${keys.join('')}
${seen.map(draw).join('\n')}
</svg>
`;
}

function placeAll(root: Frame): Placed[] {
  const placed: Placed[] = [];
  const place = (frame: Frame, depth: number, left: number) => {
    let x = left;
    for (const child of [...frame.children.values()].sort((a, b) => b.total - a.total)) {
      const width = (child.total / root.total) * WIDTH;
      if (width < LEAST_PX) break;
      placed.push({ frame: child, depth, x, width });
      place(child, depth + 1, x);
      x += width;
    }
  };
  place(root, 0, 0);
  return placed;
}

/** A caller is at least as wide as what it calls, so none of these is without its caller. */
const largest = (placed: Placed[], count: number): Placed[] =>
  placed.toSorted((a, b) => b.width - a.width).slice(0, count);

function draw({ frame, depth, x, width }: Placed): string {
  const [left, top] = [x.toFixed(1), TOP + depth * LINE];
  const text = frame.file === '' ? frame.name : `${frame.name} ${frame.file}`;
  const letters = Math.floor((width - 4) / LETTER);
  const label =
    letters < 3 ? '' : `<text x="${(x + 2).toFixed(1)}" y="${top + 11}">${escapeXml(cut(text, letters))}</text>`;
  return `<g><rect class="k${kindOf(frame)}" x="${left}" y="${top}" width="${Math.max(0.5, width - 0.5).toFixed(1)}" height="${LINE - 1}"><title>${escapeXml(text)} ${(frame.total * 100).toFixed(1)} %</title></rect>${label}</g>`;
}

const cut = (text: string, letters: number): string =>
  text.length <= letters ? text : `${text.slice(0, letters - 1)}…`;

const OWN = /^(api|worker|core|runtime|providers|settings)\//;

/** The index of its kind. */
function kindOf({ file, name }: Frame): number {
  if (file === '' || (name.startsWith('(') && name !== '(anonymous)')) return 3;
  if (file.startsWith('node:')) return 2;
  return OWN.test(file) ? 0 : 1;
}
