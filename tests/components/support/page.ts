import type { ActionResult } from '@sveltejs/kit';
import { onTestFinished } from 'vitest';
import type { LayoutServerData as AppData } from '../../../src/routes/(app)/$types';
import type { LayoutServerData as PagesData } from '../../../src/routes/(app)/(pages)/$types';
import { applyAction } from '$app/forms';
import { goto } from '$app/navigation';
import * as app from '../../../.svelte-kit/generated/client/app.js';
// @ts-expect-error SvelteKit publishes no types of it.
import { start } from '../../../node_modules/@sveltejs/kit/src/runtime/client/entry.js';
import { answerDashboard, answerRequests, type Calls } from './answers.ts';
import { flatten } from './flatten.ts';

/** What the server would answer while the page is open. */
export type Served<Data> = {
  /** The page's data, for each address that it's at. */
  readonly load: (url: URL) => Data | Promise<Data>;
  /** The page's form actions. */
  readonly actions?: Readonly<
    Record<string, (form: FormData) => ActionResult | undefined | Promise<ActionResult | undefined>>
  >;
  readonly calls?: Calls;
  /** What differs in the data of the pages around it. */
  readonly around?: Partial<AppData & PagesData>;
};

/** A signed-in owner. */
export const OWNER: AppData & PagesData = {
  user: {
    ...{
      id: 'usr_1',
      name: 'Grace Hopper',
      email: 'grace@acme.example',
      emailVerified: true,
      language: null,
    },
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  },
  organization: { id: 'org_1', name: 'Acme Legal GmbH', standing: 'active', testOf: null },
  ...{ role: 'owner', needsSecondFactor: false, administersInstance: false, reader: null },
  ...{ outbox: null, views: [], yourTurn: 0, keepsMail: false, mailDelayedSince: null, isUnconfirmed: false },
};

const target = document.createElement('div');
let starting: Promise<void> | undefined;

/** Opens a page of the dashboard as SvelteKit does in the browser, within its layouts. */
export async function openPage<Data extends object>(
  address: string,
  { load, actions = {}, calls = {}, around = {} }: Served<Data>,
): Promise<void> {
  const { href } = location;
  const stop = [
    answerRequests(async (request, url) => {
      if (request.method === 'GET' && url.pathname.endsWith('/__data.json'))
        return await answerData(url, { ...OWNER, ...around }, load);
      if (request.headers.get('x-sveltekit-action') === null) return null;
      const action = actions[url.search.replace(/^\?\/([^&]*).*$/, '$1')];
      if (action === undefined) throw new Error(`no test answers the form ${url.search}`);
      const { data, ...result } = (await action(await request.formData())) as {
        type: string;
        data?: unknown;
      };
      return Response.json(data === undefined ? result : { ...result, data: JSON.stringify(flatten(data)) });
    }),
    answerRequests(answerDashboard(calls)),
  ];
  onTestFinished(async () => {
    for (const one of stop) one();
    // Nothing asks before an error page, which unmounts everything else.
    await applyAction({ type: 'error', status: 404, error: { message: '' } });
    target.remove();
    History.prototype.replaceState.call(history, history.state, '', href);
  });
  document.body.append(target);
  if (starting === undefined) {
    History.prototype.replaceState.call(history, null, '', address);
    Object.assign(globalThis, { __SVELTEKIT_PAYLOAD__: {} });
    await (starting = start(app, target) as Promise<void>);
  } else await goto(address);
}

/** Returns a form action's success. */
export function succeed(data: Record<string, unknown> = {}): ActionResult {
  return { type: 'success', status: 200, data };
}

/** Returns a form action's refusal. */
export function fail(data: Record<string, unknown>, status = 400): ActionResult {
  return { type: 'failure', status, data };
}

async function answerData<Data>(
  url: URL,
  around: AppData & PagesData,
  load: (url: URL) => Data | Promise<Data>,
): Promise<Response> {
  // One digit for each layout and for the page.
  const depth = url.searchParams.get('x-sveltekit-invalidated')?.length ?? 0;
  const asked = new URL(url.href.replace('/__data.json', ''));
  asked.searchParams.delete('x-sveltekit-invalidated');
  const { user, organization, role, needsSecondFactor, administersInstance, reader, ...pages } = around;
  const node = (data: unknown, uses: object) => ({ type: 'data', data: flatten(data), uses });
  const nodes = [
    null,
    node({ user, organization, role, needsSecondFactor, administersInstance, reader }, {}),
    node(pages, { parent: 1 }),
    ...Array.from({ length: depth - 4 }, () => null),
    node(await load(asked), { parent: 1, url: 1 }),
  ];
  return Response.json({ type: 'data', nodes });
}
