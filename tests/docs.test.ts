import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WIDEST_TABLE = 130;
/** About a printed page. */
const RELEASE_WORDS = 900;

const pages = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

describe.each(pages)('%s', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '');

  it('links to files that exist', () => {
    const links = [...prose.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target]) => target ?? '');
    const missing = links.filter(
      (target) => !/^[a-z]+:/.test(target) && !existsSync(join(ROOT, dirname(page), target)),
    );
    expect(missing).toEqual([]);
  });

  it('names headings that exist in its links', () => {
    const missing = [...prose.matchAll(/\]\(([^)#\s]*)#([^)]+)\)/g)]
      .filter(([, target]) => !/^[a-z]+:/.test(target ?? ''))
      .filter(([, target, anchor]) => {
        const file = target === '' ? join(ROOT, page) : join(ROOT, dirname(page), target ?? '');
        return !anchorsOf(readFileSync(file, 'utf8')).has(anchor ?? '');
      })
      .map(([link]) => link);
    expect(missing).toEqual([]);
  });

  it('names source files that exist', () => {
    const named = [
      ...prose.matchAll(/`((?:src|tests|scripts|bench|drizzle|static)\/[A-Za-z0-9_./()+[\]-]+)`/g),
    ].map(([, path]) => path ?? '');
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

it('keeps tables of the front pages narrow enough for a screen', () => {
  const wide = ['README.md', 'CONTRIBUTING.md'].flatMap((page) =>
    readFileSync(join(ROOT, page), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('|') && line.length > WIDEST_TABLE)
      .map((line) => `${relative(ROOT, page)}: ${line.slice(0, 60)}…`),
  );
  expect(wide).toEqual([]);
});

it('keeps each release in the changelog to one page', () => {
  const [, ...releases] = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^## /m);
  expect(releases.length).toBeGreaterThan(0);
  const long = releases
    .map((text) => `${text.split('\n')[0]}: ${text.split(/\s+/).length} words`)
    .filter((said) => Number(/: (\d+)/.exec(said)?.[1]) > RELEASE_WORDS);
  expect(long, 'merge lines that belong together; details go to docs/').toEqual([]);
});

/** Returns the anchors that GitHub generates for a page's headings. */
function anchorsOf(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      (heading ?? '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
