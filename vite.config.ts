import { fileURLToPath } from 'node:url';
import { sveltekit } from '@sveltejs/kit/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

/** What every page shows goes into one file, since on a slow network each file costs a round trip. */
const BASICS =
  /\/src\/(?:ui\/kit\/(?:Button|BigIcon|Notice|LanguageChoice|Wordmark|Avatar|Dot|initials|language|icons\/)|ui\/branding\/(?:Brand|own-branding)|i18n\/browser\/|domain\/language)/;

/** What the signer's page knows of fields and envelopes, for the same reason. */
const SIGNING =
  /\/(?:node_modules\/openapi-fetch\/|src\/(?:client\/|domain\/(?:limits|errors|text|document\/sniff|envelope\/(?:status|message|name)|field\/(?:formats|catalogue|detail-issues|details)|link\/)|ui\/(?:fields\/patterns|kit\/Chip)))/;

export default defineConfig({
  plugins: [oneLanguagePerPage(), tailwindcss(), sveltekit()],
  build: { target: 'es2023', chunkSizeWarningLimit: 1200 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'basics', test: BASICS },
                { name: 'signing', test: SIGNING },
              ],
            },
          },
        },
      },
    },
  },
});

/** Gives browsers the texts of one language; the compiled messages, which the server uses, carry all of them. */
function oneLanguagePerPage(): Plugin {
  const compiled = new Set(['#i18n/compiled/messages.js', '#i18n/compiled/runtime.js']);
  const loaded = fileURLToPath(new URL('src/i18n/browser/messages.svelte.ts', import.meta.url));
  return {
    name: 'one-language-per-page',
    enforce: 'pre',
    resolveId(id) {
      return this.environment.name === 'client' && compiled.has(id) ? loaded : null;
    },
  };
}
