import { buildExample } from './examples.ts';
import type { Json } from './model.ts';

/** Describes webhook messages as requests to the receiver (OpenAPI 3.1 section 4.8.1, `webhooks`). */
export function describeWebhookMessages(schemas: Readonly<Record<string, Json>>): Json {
  const schema = { $ref: '#/components/schemas/WebhookMessage' };
  return {
    event: {
      post: {
        operationId: 'webhookMessage',
        summary: 'An event happened',
        description:
          'Sent at least once to every enabled webhook that receives this event type. Verify the signature first (Standard Webhooks), return 2xx within 10 seconds, and do the work afterwards. Any other response is retried for about three days; 410 disables the webhook. Messages with the same `webhook-id` are the same message.',
        tags: ['Webhooks'],
        security: [],
        parameters: [
          createHeader(
            'webhook-id',
            'ID of the delivery, the same in every attempt.',
            'del_01kd2v5m8ne3wtbxq7r0h4j6sa',
          ),
          createHeader('webhook-timestamp', 'Time of this attempt, in seconds since 1970.', '1803911400'),
          createHeader(
            'webhook-signature',
            'HMAC-SHA-256 of `webhook-id.webhook-timestamp.body` with the secret, as `v1,` and base64. For a day after the secret was rotated, there are two, separated by a space.',
            'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
          ),
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema,
              examples: { message: { value: buildExample(schema, schemas) } },
            },
          },
        },
        responses: {
          '2XX': { description: 'Accepted.' },
          '410': { description: 'Disables the webhook.' },
          default: { description: 'The delivery is retried.' },
        },
      },
    },
  };
}

function createHeader(name: string, description: string, example: string): Json {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example };
}
