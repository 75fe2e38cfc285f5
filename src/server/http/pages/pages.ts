import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';
import type { Language } from '#domain/language.ts';
import { TEXTS_LIST, type TextsPart } from '#i18n/texts-list.ts';
import { mintSignerToken } from '#server/crypto/signer-token.ts';
import { type Config, configurePages } from '#server/runtime/config.ts';
import { WARMING_ENVELOPE } from '#server/runtime/requester.ts';
import type { Services } from '#server/runtime/services.ts';

/** The built pages as a Node request handler. */
export type Pages = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

const HANDLER = fileURLToPath(new URL('../../../../build/handler.js', import.meta.url));

/**
 * Returns the paths of the scripts that contain a part's texts in a language. The first one imports the
 * others.
 */
export type PageTexts = (part: TextsPart, language: Language) => readonly string[];

const PUBLIC_FILES = fileURLToPath(new URL('../../../../build/client', import.meta.url));

/** Loads the built pages. Returns null if they haven't been built. */
export async function loadPages(config: Config): Promise<Pages | null> {
  if (!existsSync(HANDLER)) return null;
  configurePages(config);
  const module = (await import(pathToFileURL(HANDLER).href)) as { handler: Pages };
  return module.handler;
}

/** Reads which scripts contain the pages' texts. There are none until the pages are built. */
export function readPageTexts(): PageTexts {
  const list = join(PUBLIC_FILES, TEXTS_LIST);
  if (!existsSync(list)) return () => [];
  const texts = JSON.parse(readFileSync(list, 'utf8')) as Readonly<Record<string, readonly string[]>>;
  return (part, language) => (texts[`${part}/${language}`] ?? []).map((file) => `/${file}`);
}

/**
 * Requests the first page that signers see, so that everything behind it is loaded and compiled before
 * someone waits for it. The token opens nothing: it has expired and its envelope doesn't exist.
 */
export async function warmPages(
  { config, log }: Pick<Services, 'config' | 'log'>,
  port: number,
): Promise<void> {
  const claims = { env: WARMING_ENVELOPE, part: 'par_none', epoch: 0, purpose: 'sign', exp: 1 } as const;
  const authorization = `Bearer ${mintSignerToken(claims, config.secretKeys)}`;
  const { host } = config.http;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  for (const path of ['/sign', '/sign/landing'])
    await fetch(address + path, { headers: { authorization } })
      .then((answer) => answer.arrayBuffer())
      .catch((error: unknown) => log.debug({ err: error, path }, 'page not warmed up'));
}
