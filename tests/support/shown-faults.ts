import { listenOperations } from '#server/http/operations.ts';
import { listProblems } from '#ui/administration/problems.ts';
import type { TestApi } from './api.ts';
import { openCaller } from './caller.ts';

/** Returns what readiness, metrics and the administrators’ page currently report. */
export async function shownFaults(api: TestApi, administratorCookie: string) {
  const server = await listenOperations(api.services, { host: '127.0.0.1', port: 0 }, () => false);
  try {
    await server.checked;
    const url = `http://127.0.0.1:${server.port}`;
    const ready = await fetch(`${url}/readyz`);
    const { checks } = (await ready.json()) as { checks: Record<string, string> };
    const { administration } = await openCaller(api, administratorCookie);
    const problems = listProblems(await administration.overview({}));
    return {
      ready: ready.status,
      failing: Object.keys(checks).filter((name) => checks[name] !== 'ok'),
      metrics: await (await fetch(`${url}/metrics`)).text(),
      page: problems.map(({ title }) => title),
    };
  } finally {
    await server.close();
  }
}
