import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeScratchDirectory } from './cluster.ts';

const DELIVERED = fileURLToPath(new URL('../../deploy/proxies', import.meta.url));
const FILES = { nginx: 'nginx.conf', haproxy: 'haproxy.cfg', caddy: 'Caddyfile' } as const;
const PROGRAMS = {
  nginx: '/usr/sbin/nginx',
  haproxy: '/usr/sbin/haproxy',
  caddy: '/usr/bin/caddy',
} as const;
const LOOK_AGAIN_MS = 50;

type ProxyName = keyof typeof PROGRAMS;
export const PROXIES = Object.keys(PROGRAMS) as ProxyName[];

/** Whether a proxy is installed. */
export function hasProxy(name: ProxyName): boolean {
  return existsSync(PROGRAMS[name]);
}

/** Where a proxy listens, and where it forwards to. */
export type ProxyPorts = { readonly front: number; readonly web: number; readonly operations: number };

/** Runs a proxy with the settings that are delivered. Only ports and files are the test's own. */
export async function startProxy(name: ProxyName, ports: ProxyPorts): Promise<{ stop: () => Promise<void> }> {
  const directory = await makeScratchDirectory();
  makeCertificate(directory);
  const file = join(directory, `${name}.conf`);
  const { settings, args } = RUNS[name];
  writeFileSync(file, settings(directory, ports));
  const child = spawn(PROGRAMS[name], args(file, directory), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: directory },
  });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  while (!(await accepts(ports.front))) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${complaints}`);
    await delay(LOOK_AGAIN_MS);
  }
  return {
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** Returns the settings that are delivered. */
export function readDeliveredSettings(name: ProxyName): string {
  return readFileSync(join(DELIVERED, FILES[name]), 'utf8');
}

function nginxSettings(directory: string, { front, web }: ProxyPorts): string {
  const server = replaceEach(readDeliveredSettings('nginx'), [
    ['listen 443 ssl', `listen 127.0.0.1:${front} ssl`],
    ['/etc/ssl/sign.example.com.pem', join(directory, 'certificate.pem')],
    ['/etc/ssl/sign.example.com.key', join(directory, 'key.pem')],
    ['127.0.0.1:3000', `127.0.0.1:${web}`],
  ]);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(directory, kind)};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `${user} daemon off; worker_processes 1; pid ${join(directory, 'pid')}; error_log stderr warn;
events {}
http { access_log off; ${paths.join(' ')}
${server}}`;
}

function haproxySettings(directory: string, { front, web, operations }: ProxyPorts): string {
  return replaceEach(readDeliveredSettings('haproxy'), [
    ['bind :443', `bind 127.0.0.1:${front}`],
    ['/etc/haproxy/sign.example.com.pem', join(directory, 'both.pem')],
    ['127.0.0.1:3000', `127.0.0.1:${web}`],
    ['port 9464', `port ${operations}`],
    // The test runs only one process.
    [/^ +server two .*\n/m, ''],
  ]);
}

function caddySettings(directory: string, { front, web }: ProxyPorts): string {
  const certificate = `tls ${join(directory, 'certificate.pem')} ${join(directory, 'key.pem')}`;
  const site = replaceEach(readDeliveredSettings('caddy'), [
    // There's no domain name to get a certificate for.
    ['sign.example.com {', `localhost:${front} {\n    ${certificate}`],
    ['127.0.0.1:3000', `127.0.0.1:${web}`],
  ]);
  return `{
    admin off
    default_bind 127.0.0.1
    auto_https disable_redirects
}
${site}`;
}

/** How to run each proxy, and its settings. */
const RUNS: Readonly<
  Record<
    ProxyName,
    {
      readonly settings: (directory: string, ports: ProxyPorts) => string;
      readonly args: (file: string, directory: string) => readonly string[];
    }
  >
> = {
  nginx: { settings: nginxSettings, args: (file, directory) => ['-p', directory, '-c', file] },
  haproxy: { settings: haproxySettings, args: (file) => ['-db', '-f', file] },
  caddy: { settings: caddySettings, args: (file) => ['run', '--adapter', 'caddyfile', '--config', file] },
};

function replaceEach(text: string, changes: readonly (readonly [string | RegExp, string])[]): string {
  return changes.reduce((changed, [from, to]) => {
    const next = changed.replace(from, to);
    if (next === changed) throw new Error(`the delivered settings don't contain ${from}`);
    return next;
  }, text);
}

function makeCertificate(directory: string): void {
  const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', ...made, '-keyout', key, '-out', certificate, ...names], {
    stdio: 'ignore',
  });
  writeFileSync(join(directory, 'both.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
}
