import { createHash } from 'node:crypto';

/** The texts for requests that can't be answered to the app itself. They repeat no part of the request. */
const REASONS: Readonly<Record<string, string>> = {
  invalid_client: "We couldn't identify the app that sent you here.",
  invalid_client_metadata: "The app's registration is invalid.",
  invalid_redirect_uri: "The app asked us to respond to an address that it hasn't registered.",
  session_not_found: 'This request has expired or was started in another browser.',
  temporarily_unavailable: 'Too many requests. Wait a minute and try again.',
  server_error: 'Something went wrong on our end.',
};

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
body { max-width: 32rem; margin: 15vh auto 0; padding: 0 1.25rem; }
h1 { font-size: 1.375rem; line-height: 1.3; }
a { color: inherit; }
`;

/** The content security policy of the page: nothing but its own style. */
export const PROBLEM_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`;

/**
 * Renders the error page for a browser that an app sent here with a request that can't be answered (RFC 6749
 * section 4.1.2.1).
 */
export function renderProblemPage(error: string): string {
  const reason = REASONS[error] ?? "The app that sent you here asked for something that isn't possible.";
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>This request cannot be answered · Countersign</title>
<style>${STYLE}</style>
<main>
<h1>This request cannot be answered</h1>
<p>${reason}</p>
<p>Nothing was shared. Go back to the app and start again, or <a href="/">open Countersign</a>.</p>
</main>
</html>
`;
}
