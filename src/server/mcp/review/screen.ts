import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { LANGUAGES } from '#domain/language.ts';
import { m } from '#i18n/compiled/messages.js';
import type { AgentContext } from '../tool.ts';
import { EXTENSIONS, hasScreens, SCREEN_TYPE } from './extension.ts';
import { REVIEW_META } from './names.ts';

const REVIEW_URI = 'ui://countersign/review';

/** Marks a tool whose answer the review screen shows. */
export const SHOWS_REVIEW = { ui: { resourceUri: REVIEW_URI } } as const;
/** Marks a tool that only the screen calls. Hosts hide it from the model. */
export const FOR_REVIEW = { ui: { resourceUri: REVIEW_URI, visibility: ['app'] } } as const;

const CAPABILITIES = z.object({ [CLIENT_CAPABILITIES_META_KEY]: z.object({ extensions: EXTENSIONS }) });

/**
 * Checks whether the client may show screens. Clients of the revision 2026-07-28 declare it with each
 * request. Older clients declared it when they connected; if the session isn't known, they are assumed to
 * show screens.
 */
export function mayShowScreens(
  { session }: Pick<AgentContext, 'session'>,
  { mcpReq }: Pick<ServerContext, 'mcpReq'>,
): boolean {
  if (mcpReq.envelope === undefined) return session?.screens ?? true;
  return hasScreens(CAPABILITIES.safeParse(mcpReq.envelope).data?.[CLIENT_CAPABILITIES_META_KEY].extensions);
}

/**
 * Registers the review screen, a single file that makes no requests. It gets what it shows by calling the
 * tools.
 */
export function registerScreen(server: McpServer): void {
  server.registerResource(
    'review',
    REVIEW_URI,
    { title: 'Review', description: 'Shows an envelope in the chat, and sends it.', mimeType: SCREEN_TYPE },
    () => ({
      contents: [
        {
          ...{ uri: REVIEW_URI, mimeType: SCREEN_TYPE, text: getReviewScreen() },
          _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
        },
      ],
    }),
  );
}

const readAsset = (name: string) => readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8');
const TOKENS = new URL('../../../tokens.css', import.meta.url);
let screen: string | undefined;

/**
 * Returns the screen's file. Its own policy blocks everything that isn't part of it from running or loading,
 * whatever the host permits.
 */
export function getReviewScreen(): string {
  return (screen ??= assembleScreen());
}

function assembleScreen(): string {
  const style = applyHostTheme(readFileSync(TOKENS, 'utf8')) + readAsset('screen.css');
  const script = `const META = ${JSON.stringify(REVIEW_META)};\nconst STARTING = ${JSON.stringify(getStartingWords())};\n${readAsset('screen.js')}`;
  const policy = `default-src 'none'; script-src ${computeSourceHash(script)}; style-src ${computeSourceHash(style)}; img-src data:`;
  return readAsset('screen.html')
    .replace('{policy}', () => policy)
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script></script>', () => `<script>${script}</script>`);
}

/** Returns the words that the screen shows before the server has answered, by language. */
function getStartingWords() {
  return Object.fromEntries(
    LANGUAGES.map((locale) => [
      locale,
      {
        nothing: m.chat_nothing({}, { locale }),
        unavailable: m.chat_unavailable({}, { locale }),
        retry: m.envelopes_try_again({}, { locale }),
      },
    ]),
  );
}

/** Makes the dark tokens follow the host's theme instead of the system's. */
function applyHostTheme(css: string): string {
  return css.replace(
    /@media screen and \(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}\s*\}/,
    ":root[data-theme='light'] { color-scheme: light; }\n:root[data-theme='dark'] { color-scheme: dark; $1 }",
  );
}

function computeSourceHash(inline: string): string {
  return `'sha256-${createHash('sha256').update(inline).digest('base64')}'`;
}
