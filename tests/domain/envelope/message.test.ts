import { describe, expect, it } from 'vitest';
import { send } from '#domain/envelope/send.ts';
import { accepted, after, draftGraph, factsAt, PEOPLE, person, SOURCES } from '../../support/graphs.ts';

const [ALICE, BOB] = PEOPLE;
const sources = { ...SOURCES, templateName: 'Lease' };

describe('a message', () => {
  it('is null unless it has a subject or a body', () => {
    expect(draftGraph().envelope.message).toBeNull();
    expect(draftGraph({ message: { subject: '', body: null } }).envelope.message).toBeNull();
    expect(draftGraph({ message: { body: 'Hello' } }).envelope.message).toEqual({
      subject: null,
      body: 'Hello',
    });
  });

  it('has its tokens replaced when it is sent, and other braces kept', () => {
    const message = {
      subject: '{template_name} for {recipient_name}',
      body: 'Dear {recipient_name},\n{unknown} {role:nobody.name}{{date}} { } {date:YYYY}',
    };
    const graph = draftGraph({ message });
    const sent = after(graph, send(graph, sources, factsAt()));
    expect(sent.envelope.message).toEqual({
      subject: 'Lease for Alice',
      body: `Dear Alice,\n{unknown} {${sent.envelope.sentAt?.slice(0, 10)}} { } ${sent.envelope.sentAt?.slice(0, 4)}`,
    });
  });

  it('never reads tokens out of a value, and stays within its limits', () => {
    const participants = [{ name: '{sender_org}', email: 'a@example.com' }];
    const message = { subject: '{recipient_name}'.repeat(9), body: '{sender_org}'.repeat(416) };
    const graph = draftGraph({ participants, fields: [], message });
    const long = { ...sources, organizationName: 'x'.repeat(200) };
    const sent = after(graph, send(graph, long, factsAt()));
    expect(sent.envelope.message?.subject).toBe('{sender_org}'.repeat(9));
    expect(sent.envelope.message?.body).toHaveLength(5000);
  });

  it('is logged when sent, unlike the notes', () => {
    const participants = [{ ...ALICE, message: 'A secret for {recipient_name}' }, BOB];
    const graph = draftGraph({ participants, message: { body: 'Hello' } });
    const decision = accepted(send(graph, sources, factsAt()));
    expect(decision.events[0]).toMatchObject({ payload: { message: { subject: null, body: 'Hello' } } });
    expect(JSON.stringify(decision.events)).not.toContain('secret');
    const plain = accepted(send(draftGraph(), sources, factsAt()));
    expect(plain.events[0]?.payload).not.toHaveProperty('message');
  });
});

describe('a note', () => {
  it('addresses its own reader', () => {
    const participants = [ALICE, { ...BOB, message: 'For {recipient_name} alone' }];
    const graph = draftGraph({ participants });
    const sent = after(graph, send(graph, sources, factsAt()));
    expect(person(sent, 0)).toMatchObject({ message: null, linkEpoch: 1 });
    expect(person(sent, 1)).toMatchObject({ message: 'For Bob alone', linkEpoch: 0 });
  });
});
