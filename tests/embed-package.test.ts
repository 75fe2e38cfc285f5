import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { makeScratchDirectory } from './support/cluster.ts';
import { patience } from './support/patience.ts';

const PACKAGE = fileURLToPath(new URL('../packages/embed', import.meta.url));

it(
  'packs what others install: the compiled module and its types, nothing else',
  async () => {
    const target = await makeScratchDirectory();
    execFileSync('npm', ['pack', '--silent', '--pack-destination', target], { cwd: PACKAGE });
    const tarball = join(target, 'countersign-embed-0.1.0.tgz');
    execFileSync('tar', ['-xzf', tarball, '-C', target]);
    const listed = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n').sort();
    expect(listed).toEqual([
      'package/LICENSE',
      'package/README.md',
      'package/dist/index.d.ts',
      'package/dist/index.js',
      'package/package.json',
    ]);
    const read = (path: string) => readFileSync(join(target, 'package', path), 'utf8');
    for (const name of ['embedSigning', 'embedEditing'])
      expect(read('dist/index.d.ts')).toContain(`export declare function ${name}(`);
    expect(read('dist/index.js')).not.toMatch(/^import /m);
    const sdk = (await import(join(target, 'package/dist/index.js'))) as Record<
      'embedSigning' | 'embedEditing',
      (options: object) => unknown
    >;
    const signing = 'https://sign.example.com/sign/session/ses_1#token=a';
    const editing = 'https://sign.example.com/edit/session/ses_1#token=a';
    for (const url of ['javascript:alert(1)#token=a', 'https://sign.example.com/sign', 'nothing']) {
      expect(() => sdk.embedSigning({ url, element: {} })).toThrow(TypeError);
      expect(() => sdk.embedEditing({ url, element: {} })).toThrow(TypeError);
    }
    expect(() => sdk.embedSigning({ url: editing, element: {} })).toThrow(TypeError);
    expect(() => sdk.embedEditing({ url: signing, element: {} })).toThrow(TypeError);
  },
  patience(60_000),
);
