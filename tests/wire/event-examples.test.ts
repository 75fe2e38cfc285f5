import { expect, it } from 'vitest';
import { EVENT_ACTIONS } from '#domain/event/catalogue.ts';
import { EVENT_EXAMPLES } from '#wire/event-examples.ts';
import { EVENT_PAYLOADS } from '#wire/event-payloads.ts';

it.each(EVENT_ACTIONS)('the example of %s is what its schema describes, and nothing else', (action) => {
  const { payload } = EVENT_EXAMPLES[action];
  // Parsing removes what the schema doesn't know.
  expect(EVENT_PAYLOADS[action].parse(payload)).toEqual(payload);
});
