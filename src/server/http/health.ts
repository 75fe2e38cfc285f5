import type { Health } from '#wire/health.ts';
import { readHealth } from '#server/health.ts';
import type { Services } from '#server/runtime/services.ts';
import { VERSION } from '#server/runtime/version.ts';

/** The version of the contract, as stated in the OpenAPI document. */
export const API_VERSION = '0.0.0';

/** Answers 200, or 503 if the database is unavailable. Other failures make the status `degraded`. */
export async function answerHealth(services: Services): Promise<Response> {
  const checks = await readHealth(services);
  const healthy = Object.values(checks).every((check) => check !== 'failing');
  const body: Health = { status: healthy ? 'ok' : 'degraded', version: VERSION, checks };
  return Response.json(body, { status: checks.database === 'ok' ? 200 : 503 });
}
