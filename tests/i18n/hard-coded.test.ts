import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hardCodedInCode, hardCodedInComponent } from '../support/hard-coded.ts';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

const files = ['ui', 'routes']
  .flatMap((folder) =>
    readdirSync(`${SRC}${folder}`, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  .filter((path) => /\.(svelte|ts)$/.test(path));

describe('texts that people read', () => {
  it('are found wherever they are written', () => {
    const component = `<script>const a = 'Draft'; const b = \`\${n} of them\`; const c = 'flex gap-2 text-sm';</script>
      <p class="mt-2 text-sm" title="Hello">Hello {x ? 'Save it' : 'x'}</p><Card hint={ok ? 'Not now' : ''} /><Key on="Escape" />`;
    expect(hardCodedInComponent(component)).toEqual([
      'Draft',
      '… of them',
      'title="Hello"',
      'Hello',
      'Save it',
      'Not now',
    ]);
    expect(
      hardCodedInCode("throw new Error('a thing is wrong'); const key: 'Big One' = x['Some Key'];"),
    ).toEqual([]);
  });

  it('come from the message files', () => {
    const found = files.flatMap((path) => {
      const source = readFileSync(`${SRC}${path}`, 'utf8');
      const words = path.endsWith('.svelte') ? hardCodedInComponent(source) : hardCodedInCode(source);
      return words.map((word) => `${path}: ${word}`);
    });
    expect(found).toEqual([]);
  });
});
