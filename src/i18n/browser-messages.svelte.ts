// Stands in for the compiled messages and their runtime in the browser (see vite.config.ts): a page loads the texts of
// one language, and reads them reactively, so that changing the language re-renders it in place.
import { getTextsPart } from '#i18n/texts-list.ts';
import { DEFAULT_LANGUAGE, type Language } from '#domain/language.ts';

type Message = string | ((inputs: Readonly<Record<string, unknown>>) => string);
type Messages = Record<string, Message>;
type Shown = { readonly language: Language; readonly messages: Messages };

let shown = $state.raw<Shown>({ language: DEFAULT_LANGUAGE, messages: {} });
let latest: Language | null = null;

/** The texts of the page's language, which each call looks up: tables may refer to them before they are loaded. */
export const m = new Proxy<Record<string, (inputs: Readonly<Record<string, unknown>>) => string>>(
  {},
  {
    get: (functions, key: string) =>
      (functions[key] ??= (inputs) => {
        const message = shown.messages[key];
        if (message === undefined) throw new Error(`this page has no text ${key}`);
        return typeof message === 'string' ? message : message(inputs);
      }),
  },
);

/** Returns the language that the page is in. */
export function getLocale(): Language {
  return shown.language;
}

/** Returns a script with texts in a language. */
export type LoadTable = (language: Language) => Promise<{ readonly default: Readonly<Messages> }>;

/** Where the texts are: first those of the page's part, then those that it has needed besides. */
const tables: LoadTable[] = [
  (language) => import(`./compiled/tables/${getTextsPart(location.pathname)}/${language}.js`),
];

/** Loads a language's texts and shows the page in it, unless another was asked for meanwhile. */
export async function showMessages(language: Language): Promise<void> {
  latest = language;
  let loaded: Awaited<ReturnType<LoadTable>>[] = [];
  // Tables may be added meanwhile.
  while (loaded.length < tables.length) loaded = await Promise.all(tables.map((load) => load(language)));
  const messages: Messages = Object.assign({}, ...loaded.map((table) => table.default));
  if (latest === language) shown = { language, messages };
}

/**
 * Loads texts that few people need, in the page's language and from then on in every other. Nothing that is shown
 * has needed them, so nothing is rendered again.
 */
export async function addMessages(load: LoadTable): Promise<void> {
  if (!tables.includes(load)) tables.push(load);
  const language = latest ?? shown.language;
  const table = await load(language);
  if (shown.language === language) Object.assign(shown.messages, table.default);
  else await showMessages(latest ?? language);
}
