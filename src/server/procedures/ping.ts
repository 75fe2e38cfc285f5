import { z } from 'zod';
import { memberProcedure } from '#server/trpc/audience.ts';

export const ping = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/ping',
      tags: ['Account'],
      summary: 'Check credentials',
      description: 'Succeeds if the credentials are valid. Use it to test a connection.',
    },
    rest: { errors: [] },
    agent: { scopes: [], rest: true },
  })
  .input(z.strictObject({}))
  .output(z.object({ pong: z.literal(true) }))
  .query(() => ({ pong: true as const }));
