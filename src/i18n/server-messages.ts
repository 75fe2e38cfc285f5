import { createRequire } from 'node:module';
import type { Messages } from '#i18n/compiled/messages.js';
import { getLocale, type Locale } from '#i18n/compiled/runtime.js';

type Message = string | ((inputs: Readonly<Record<string, unknown>> | undefined) => string);
type Table = Readonly<Record<string, Message>>;
type Call = (inputs?: Readonly<Record<string, unknown>>, options?: { readonly locale?: Locale }) => string;

const TABLES = Symbol.for('countersign.texts');
const shared = globalThis as { [TABLES]?: (language: Locale) => Table };

/**
 * Reads a language's table of texts from the disk when it is first needed. The pages are bundled with a copy of
 * this module, so all copies in a process read by the one that was loaded first.
 */
const readTable = (shared[TABLES] ??= openTables());

function openTables(): (language: Locale) => Table {
  const require = createRequire(import.meta.url);
  const tables = new Map<Locale, Table>();
  return (language) => {
    const known = tables.get(language);
    if (known !== undefined) return known;
    const { default: table } = require(`./compiled/tables/server/${language}.js`) as { default: Table };
    tables.set(language, table);
    return table;
  };
}

/** The texts in the language of the request or of a call's options. */
export const m = new Proxy<Record<string, Call>>(
  {},
  {
    get: (functions, key: string) =>
      (functions[key] ??= (inputs, options) => {
        const message = readTable(options?.locale ?? getLocale())[key];
        if (message === undefined) throw new Error(`there is no text ${key}`);
        return typeof message === 'string' ? message : message(inputs);
      }),
  },
) as unknown as Messages;
