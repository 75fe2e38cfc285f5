import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliverFile } from '#server/process/deliver-file.ts';
import {
  buildBubblewrapCommand,
  hasBubblewrap,
  getIsolation,
  type Command,
  buildNodeCommand,
} from '#server/process/sandbox.ts';

const PRYING = new URL('../support/prying-process.ts', import.meta.url);

let scratch: string;
let directory: string;
let server: Server;
let port: number;
let connections = 0;
const at = (name: string) => join(scratch, name);

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'countersign-sandbox-'));
  directory = mkdtempSync(join(tmpdir(), 'countersign-sandbox-own-'));
  writeFileSync(at('secret-key'), 'the key');
  writeFileSync(at('blob'), 'of another organization');
  writeFileSync(join(directory, 'own'), 'my document');
  server = createServer((socket) => {
    connections += 1;
    socket.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  for (const path of [scratch, directory]) rmSync(path, { recursive: true });
});

async function outputOf([program, ...args]: Command): Promise<string> {
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(errors).toBe('');
  return output;
}

const args = () => [join(directory, 'own'), at('secret-key'), at('blob'), String(process.pid), String(port)];

/** The levels available on this machine, strongest first. */
const LEVELS = (['bubblewrap', 'no_network', 'permissions'] as const).filter(
  (level, index, all) => index >= all.indexOf(getIsolation()),
);

describe.each(LEVELS)('a process that reads documents, isolated by %s', (level) => {
  it('sees its own document, and no secret, other document, process or program', async () => {
    connections = 0;
    process.env['A_SECRET'] = 'of the service';
    const command = buildNodeCommand(PRYING, { directory, flags: [], args: args(), level });
    const found = JSON.parse(await outputOf(command)) as Record<string, string>;
    const { ownFile, ownDirectory, environment, connection, ...others } = found;
    expect({ ownFile, ownDirectory, environment }).toEqual({
      ownFile: 'succeeded: my document',
      ownDirectory: 'succeeded: undefined',
      environment: [],
    });
    expect(others).toEqual({
      ...{
        secretKey: 'ERR_ACCESS_DENIED',
        otherDocument: 'ERR_ACCESS_DENIED',
        directory: 'ERR_ACCESS_DENIED',
      },
      ...{ environmentOfParent: 'ERR_ACCESS_DENIED', memoryOfParent: 'ERR_ACCESS_DENIED' },
      ...{ writing: 'ERR_ACCESS_DENIED', program: 'ERR_ACCESS_DENIED', thread: 'ERR_ACCESS_DENIED' },
      addon: expect.stringMatching(/^ERR_(ACCESS|DLOPEN)/),
    });
    // Node 24 itself doesn't restrict the network.
    if (level !== 'permissions') {
      expect(connection).toMatch(/^(ENETUNREACH|ECONNREFUSED)$/);
      expect(connections).toBe(0);
    }
    expect(existsSync(at('secret-key.new'))).toBe(false);
  });
});

describe.skipIf(!hasBubblewrap())('a native program in bubblewrap (skipped without it)', () => {
  it('sees no secret, other document, process or network, even without limits of Node', async () => {
    const script = `
      cat "$0/own" && echo
      for path in "$1" "$2" "/proc/$3/environ" /etc/passwd /root/.profile; do cat "$path" 2>/dev/null && echo READ "$path"; done
      (echo > "/dev/tcp/127.0.0.1/$4") 2>/dev/null && echo CONNECTED
      touch /usr/bin/new 2>/dev/null && echo WRITTEN
      unshare --user true 2>/dev/null && echo NESTED
      ls /proc | grep -c '^[0-9]'
      grep CapEff /proc/self/status`;
    const prefix = buildBubblewrapCommand({ reads: ['/usr/bin', '/bin'], directory, at: '/w' });
    const output = await outputOf([
      ...prefix,
      '/bin/bash',
      '-c',
      script,
      '/w',
      ...args().slice(1),
    ] as unknown as Command);
    const [own, processes, capabilities, ...more] = output.trim().split('\n');
    expect([own, capabilities, more]).toEqual(['my document', 'CapEff:\t0000000000000000', []]);
    expect(Number(processes)).toBeLessThan(8);
  });
});

describe('a file that a sandboxed process wrote', () => {
  it('is copied to its path, and nothing where there is none', async () => {
    writeFileSync(at('made'), 'made');
    await deliverFile(at('made'), at('delivered'));
    await deliverFile(at('absent'), at('nothing'));
    expect(readFileSync(at('delivered'), 'utf8')).toBe('made');
    expect(existsSync(at('nothing'))).toBe(false);
  });

  it('is refused if it is a link or a directory', async () => {
    symlinkSync(at('secret-key'), at('link'));
    await expect(deliverFile(at('link'), at('stolen'))).rejects.toThrow('ELOOP');
    await expect(deliverFile(scratch, at('stolen'))).rejects.toThrow('not a file');
    expect(existsSync(at('stolen'))).toBe(false);
  });
});
