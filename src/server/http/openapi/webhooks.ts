import { exampleOf } from './examples.ts';
import type { Json } from './model.ts';

/** The messages that webhooks receive, described as requests to the receiver (OpenAPI 3.1 section 4.8.1, `webhooks`). */
export function webhookMessages(schemas: Readonly<Record<string, Json>>): Json {
  const schema = { $ref: '#/components/schemas/WebhookMessage' };
  return {
    event: {
      post: {
        operationId: 'webhookMessage',
        summary: 'An event happened',
        description:
          'Sent to every enabled webhook that asked for the action, at least once. Check the signature before you believe it (Standard Webhooks), answer 2xx within 10 seconds, and do the work afterwards. Anything else is tried again, for about three days; 410 disables the webhook. The same `webhook-id` means the same message.',
        tags: ['Webhooks'],
        security: [],
        parameters: [
          header(
            'webhook-id',
            'The identifier of the delivery, the same in every attempt.',
            'del_01kd2v5m8ne3wtbxq7r0h4j6sa',
          ),
          header('webhook-timestamp', 'When this attempt was made, in seconds since 1970.', '1803911400'),
          header(
            'webhook-signature',
            'HMAC-SHA-256 over `webhook-id.webhook-timestamp.body` with the secret, as `v1,` and base64; two of them, with a space between, for a day after the secret was replaced.',
            'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
          ),
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema,
              examples: { message: { value: exampleOf(schema, schemas) } },
            },
          },
        },
        responses: {
          '2XX': { description: 'It was taken.' },
          '410': { description: 'No more messages are wanted: the webhook is disabled.' },
          default: { description: 'It is tried again.' },
        },
      },
    },
  };
}

function header(name: string, description: string, example: string): Json {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example };
}
