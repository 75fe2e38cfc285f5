import { mintSignerToken } from '#server/crypto/signer-token.ts';
import type { Services } from '#server/runtime/services.ts';

/**
 * Requests the first page that signers see, so that everything behind it is loaded and compiled before
 * someone waits for it. The token opens nothing: it has expired and its envelope doesn't exist.
 */
export async function warmPages(
  { config, log }: Pick<Services, 'config' | 'log'>,
  port: number,
): Promise<void> {
  const claims = { env: 'env_none', part: 'par_none', epoch: 0, purpose: 'sign', exp: 1 } as const;
  const authorization = `Bearer ${mintSignerToken(claims, config.secretKeys)}`;
  const { host } = config.http;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  for (const path of ['/sign', '/sign/landing'])
    await fetch(address + path, { headers: { authorization } })
      .then((answer) => answer.arrayBuffer())
      .catch((error: unknown) => log.debug({ err: error, path }, 'page not warmed up'));
}
