import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { configurePages, type Config } from '#server/runtime/config.ts';

/** The built pages as a Node request handler. */
export type Pages = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

const HANDLER = fileURLToPath(new URL('../../../../build/handler.js', import.meta.url));

/** Loads the built pages. Returns null if they haven't been built. */
export async function loadPages(config: Config): Promise<Pages | null> {
  if (!existsSync(HANDLER)) return null;
  configurePages(config);
  const module = (await import(pathToFileURL(HANDLER).href)) as { handler: Pages };
  return module.handler;
}
