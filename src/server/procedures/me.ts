import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { apiKeySchema } from '#wire/api-key.ts';
import { EXAMPLE } from '#wire/examples.ts';
import { createIdSchema } from '#wire/identifier.ts';
import { role } from '#wire/member.ts';
import { listApiKeys } from '#server/db/organizations/api-keys.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { readTeam } from '#server/db/organizations/teams.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { toWireApiKey } from './api-key.ts';
import { listQuotas, quotasSchema } from './organization/settings.ts';

/** Returns whose key is used and what it allows. */
export const readMe = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/me',
      tags: ['Account'],
      summary: 'Get your key and its limits',
      description:
        'Returns the organization, the person whose role bounds the key, the key with its scopes, whether it is in test mode, the requests per minute, and the quotas.',
    },
    rest: { errors: [] },
    agent: { scopes: [], rest: false },
  })
  .input(z.strictObject({}))
  .output(
    z.object({
      organization: z.object({
        id: createIdSchema('organization'),
        name: z.string().meta({ examples: ['Acme Legal GmbH'] }),
      }),
      person: z.object({
        userId: createIdSchema('user'),
        name: z.string().meta({ examples: [EXAMPLE.senderName] }),
        email: z.string().meta({ examples: [EXAMPLE.senderEmail] }),
        role,
      }),
      apiKey: apiKeySchema,
      testMode: z
        .boolean()
        .describe('Whether the key belongs to a test environment, whose data is kept apart.')
        .meta({ examples: [false] }),
      teamId: createIdSchema('team')
        .nullable()
        .describe(
          'Where its envelopes belong if no other team is named; null if that team is private and the person no longer belongs to it.',
        ),
      requestsPerMinute: z.object({
        apiKey: z.int().meta({ examples: [600] }),
        organization: z.int().meta({ examples: [3000] }),
      }),
      quotas: quotasSchema,
    }),
  )
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId, isTest, teamId, apiKeyId, sender, role: present } = member;
    const { apiKeyRate, organizationRate } = services.config.limits;
    const [organization, keys, team] = await readTransaction(services.db, { organizationId }, (tx) =>
      Promise.all([
        readOrganization(tx, organizationId),
        listApiKeys(tx, organizationId),
        readTeam(tx, organizationId, teamId),
      ]),
    );
    const key = keys.find(({ id }) => id === apiKeyId);
    if (key === undefined) throw createRefusal('unauthorized');
    return {
      organization: { id: organizationId, name: organization.name },
      person: { ...sender, role: present },
      apiKey: toWireApiKey(key),
      testMode: isTest,
      teamId: teamId === null ? null : (team?.id ?? null),
      requestsPerMinute: { apiKey: apiKeyRate, organization: organizationRate },
      quotas: await listQuotas(services, organizationId),
    };
  });
