import { confidential, environmentExample, optional, port, required, text, withDefault } from './index';

const PORT = withDefault(port(), '3000', 'The port.');

test('the example names every setting once, with its default, commented out', () => {
  const example = environmentExample([
    { title: 'Shared', settings: { PORT } },
    {
      title: 'One process',
      settings: { PORT, NAME: optional(text(), 'A name.'), KEY: confidential(required(text(), 'A key.')) },
    },
  ]);
  expect(example.split('\n').filter((line) => line.includes('='))).toEqual(['#PORT=3000', '#NAME=', '#KEY=']);
  expect(example).toContain('\n# ---- One process\n\n# A name.\n#NAME=\n');
  expect(example).toContain('\n# A key. Or KEY_FILE: a file that holds it.\n#KEY=\n');
});

test('long sentences are wrapped, and every line is a comment', () => {
  const words = Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ');
  const lines = environmentExample([{ title: 'Shared', settings: { NAME: optional(text(), words) } }]).split('\n');
  expect(lines.every((line) => line === '' || line.startsWith('#'))).toBe(true);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(120);
  expect(lines.join(' ').replaceAll('# ', '')).toContain(words);
});
