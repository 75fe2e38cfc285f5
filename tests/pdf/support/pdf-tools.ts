import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a directory that is removed after the test. */
export function scratchDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-pdf-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Returns pdfsig's output. Its exit code is 0 even for a modified file. */
export function pdfsig(pdf: Uint8Array): string {
  return run('pdfsig', ['-nocert'], pdf).output;
}

/** Extracts a file's text with poppler. */
export function pdftotext(pdf: Uint8Array, ...options: string[]): string {
  const file = saved(pdf);
  return execFileSync('pdftotext', [...options, file, '-'], { encoding: 'utf8', maxBuffer: 64 << 20 });
}

/** Returns the names of a file's fonts. */
export function fontsOf(pdf: Uint8Array): string[] {
  const [, , ...rows] = execFileSync('pdffonts', [saved(pdf)], { encoding: 'utf8' })
    .trim()
    .split('\n');
  return rows.map((row) => row.split(' ')[0] ?? '');
}

/** Returns a tagged file's elements with their text, in structure order, as poppler reads them. */
export function taggedText(pdf: Uint8Array): string {
  return execFileSync('pdfinfo', ['-struct-text', saved(pdf)], { encoding: 'utf8', maxBuffer: 64 << 20 });
}

/** Checks a file's syntax with qpdf. Status 0 means no complaints. */
export function qpdfCheck(pdf: Uint8Array): { status: number | null; output: string } {
  return run('qpdf', ['--check'], pdf);
}

/** Linearizes a file with qpdf. */
export function linearized(pdf: Uint8Array): Uint8Array {
  return new Uint8Array(execFileSync('qpdf', ['--linearize', saved(pdf), '-'], { maxBuffer: 64 << 20 }));
}

/** Returns a file's attachments by name. */
export function attachments(pdf: Uint8Array): Map<string, Uint8Array> {
  const directory = scratchDirectory();
  const file = saved(pdf);
  const list = execFileSync('pdfdetach', ['-list', file], { encoding: 'utf8' });
  execFileSync('pdfdetach', ['-saveall', '-o', directory, file]);
  const names = [...list.matchAll(/^\d+: (.+)$/gm)].map((match) => match[1] ?? '');
  return new Map(names.map((name) => [name, new Uint8Array(readFileSync(join(directory, name)))]));
}

/**
 * Checks a signature's CMS structure as CAdES with OpenSSL, against the bytes it covers and one trusted
 * authority.
 */
export function opensslVerifies(check: {
  contents: Uint8Array;
  covered: Uint8Array;
  authority: Uint8Array;
}): { ok: boolean; output: string } {
  const directory = scratchDirectory();
  const at = (name: string, bytes: Uint8Array): string => {
    writeFileSync(join(directory, name), bytes);
    return join(directory, name);
  };
  const pem = pemOf(check.authority);
  const result = spawnSync(
    'openssl',
    [
      ...['cms', '-verify', '-cades', '-binary', '-inform', 'DER', '-purpose', 'any'],
      ...['-in', at('signature.der', check.contents), '-content', at('covered', check.covered)],
      ...['-CAfile', at('authority.pem', Buffer.from(pem)), '-out', join(directory, 'out')],
    ],
    { encoding: 'utf8' },
  );
  return { ok: result.status === 0, output: result.stderr };
}

/**
 * Checks a timestamp token with OpenSSL, against its data and one trusted root. Ignores padding after the
 * token.
 */
export function opensslVerifiesTimestamp(check: { token: Uint8Array; data: Uint8Array; root: Uint8Array }): {
  ok: boolean;
  output: string;
} {
  const directory = scratchDirectory();
  const at = (name: string, bytes: Uint8Array): string => {
    writeFileSync(join(directory, name), bytes);
    return join(directory, name);
  };
  const result = spawnSync(
    'openssl',
    [
      ...['ts', '-verify', '-token_in', '-in', at('token.der', check.token)],
      ...['-data', at('data', check.data), '-CAfile', at('root.pem', Buffer.from(pemOf(check.root)))],
    ],
    { encoding: 'utf8' },
  );
  return { ok: result.status === 0, output: result.stdout + result.stderr };
}

function pemOf(certificate: Uint8Array): string {
  return `-----BEGIN CERTIFICATE-----\n${Buffer.from(certificate).toString('base64')}\n-----END CERTIFICATE-----\n`;
}

/** A word's position in fractions of the visible page, with the origin at the top left. */
export type WordBox = { page: number; text: string; x: number; y: number; right: number; bottom: number };

/**
 * Returns words with their boxes. Poppler measures words on the rotated page but prints the size of the
 * unrotated one, so `sideways` says which pages are rotated by 90 or 270 degrees.
 */
export function wordBoxes(pdf: Uint8Array, sideways: (page: number) => boolean = () => false): WordBox[] {
  const html = pdftotext(pdf, '-bbox', '-cropbox');
  return html
    .split('<page ')
    .slice(1)
    .flatMap((part, index) => {
      const size = /width="([\d.]+)" height="([\d.]+)"/.exec(part);
      const printed = [Number(size?.[1]), Number(size?.[2])];
      const [width = 0, height = 0] = sideways(index + 1) ? printed.toReversed() : printed;
      const words = part.matchAll(/<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)<\/word>/g);
      return [...words].map(([, x, y, right, bottom, text]) => ({
        page: index + 1,
        text: text ?? '',
        x: Number(x) / width,
        y: Number(y) / height,
        right: Number(right) / width,
        bottom: Number(bottom) / height,
      }));
    });
}

function run(command: string, options: string[], pdf: Uint8Array): { status: number | null; output: string } {
  const result = spawnSync(command, [...options, saved(pdf)], { encoding: 'utf8' });
  if (result.error) throw result.error;
  return { status: result.status, output: result.stdout + result.stderr };
}

function saved(pdf: Uint8Array): string {
  const file = join(scratchDirectory(), 'document.pdf');
  writeFileSync(file, pdf);
  return file;
}
