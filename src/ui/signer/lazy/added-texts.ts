import { addMessages, type LoadTable } from '#i18n/browser-messages.svelte.ts';

const TABLES = {
  later: (language) => import(`../../../i18n/compiled/tables/later/${language}.js`),
  ask: (language) => import(`../../../i18n/compiled/tables/ask/${language}.js`),
  passkey: (language) => import(`../../../i18n/compiled/tables/passkey/${language}.js`),
} satisfies Readonly<Record<string, LoadTable>>;

/** Loads the texts of a part that isn't needed to read the document. */
export async function addTexts(part: keyof typeof TABLES): Promise<void> {
  await addMessages(TABLES[part]);
}
