/** Lines over the minutes of a run, `values` one for each minute. */
export type Panel = { title: string; series: { name: string; values: readonly number[] }[] };

const [WIDTH, COLUMNS] = [960, 2];
const PANEL = { width: WIDTH / COLUMNS, height: 240, left: 52, right: 16, top: 62, bottom: 26 };
const LEGEND = { columns: 3, line: 13 };
const TITLE = 34;

/** Readable on both grounds: the first is for light, the second for dark. */
const COLOURS = [
  ['#0969da', '#58a6ff'],
  ['#bc4c00', '#f0883e'],
  ['#1a7f37', '#56d364'],
  ['#8250df', '#bc8cff'],
  ['#a40e26', '#ff7b72'],
  ['#57606a', '#8b949e'],
] as const;

const STYLE = `
text{font:11px sans-serif;fill:#24292f}.h{font-weight:bold}.t{font-size:14px;font-weight:bold}
.g{stroke:#d0d7de;stroke-width:1}.l{fill:none;stroke-width:1.5}.b{fill:#fff}
${COLOURS.map(([light], i) => `.l${i}{stroke:${light}}.n${i}{fill:${light}}`).join('')}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.g{stroke:#30363d}.b{fill:#0d1117}
${COLOURS.map(([, dark], i) => `.l${i}{stroke:${dark}}.n${i}{fill:${dark}}`).join('')}}`;

/** Panels side by side as one SVG, which follows the reader's light or dark theme. Each panel begins at zero. */
export function plot(title: string, panels: readonly Panel[]): string {
  const height = TITLE + Math.ceil(panels.length / COLUMNS) * PANEL.height;
  const drawn = panels.map((panel, i) => {
    const [x, y] = [(i % COLUMNS) * PANEL.width, TITLE + Math.floor(i / COLUMNS) * PANEL.height];
    return `<g transform="translate(${x} ${y})">${draw(panel)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}"><style>${STYLE}</style>
<rect class="b" width="100%" height="100%"/><text class="t" x="12" y="22">${escapeXml(title)}</text>
${drawn.join('\n')}
</svg>
`;
}

function draw({ title, series }: Panel): string {
  const { width, height, left, right, top, bottom } = PANEL;
  const minutes = Math.max(1, ...series.map(({ values }) => values.length));
  const upTo = roundUp(Math.max(0, ...series.flatMap(({ values }) => values).filter(Number.isFinite)));
  const x = (minute: number) => left + ((width - left - right) * minute) / minutes;
  const y = (value: number) => height - bottom - ((height - top - bottom) * value) / upTo;
  const grid = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const at = y(upTo * part).toFixed(1);
    return `<path class="g" d="M${left} ${at}H${width - right}"/><text x="${left - 6}" y="${Number(at) + 4}" text-anchor="end">${number(upTo * part)}</text>`;
  });
  const every = Math.max(1, Math.ceil(minutes / 6));
  const ticks = Array.from({ length: Math.floor(minutes / every) + 1 }, (_, i) => i * every).map(
    (minute) => `<text x="${x(minute).toFixed(1)}" y="${height - bottom + 15}" text-anchor="middle">${minute}</text>`,
  );
  const lines = series.map(({ values }, i) => {
    const points = values.map(
      (value, n) => `${x(n + 1).toFixed(1)} ${y(Number.isFinite(value) ? value : 0).toFixed(1)}`,
    );
    return `<path class="l l${i % COLOURS.length}" d="M${points.join('L')}"/>`;
  });
  const legend = series.map(({ name }, i) => {
    const [column, row] = [i % LEGEND.columns, Math.floor(i / LEGEND.columns)];
    const at = left + (column * (width - left - right)) / LEGEND.columns;
    return `<text class="n${i % COLOURS.length}" x="${at.toFixed(0)}" y="${28 + row * LEGEND.line}">${escapeXml(short(name))}</text>`;
  });
  const head = `<text class="h" x="${left}" y="13">${escapeXml(title)}</text>`;
  return [head, ...legend, ...grid, ...ticks, ...lines].join('');
}

/** The next 1, 2, 2.5, 4, 5 or 8 of its power of ten. */
function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 2.5, 4, 5, 8, 10].find((step) => step * power >= value) ?? 10) * power;
}

const number = (value: number): string => String(Number(value.toPrecision(3)));

const LONGEST = 22;
const short = (name: string): string => (name.length <= LONGEST ? name : `${name.slice(0, LONGEST - 1)}…`);

/** For texts and attributes of an SVG. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
