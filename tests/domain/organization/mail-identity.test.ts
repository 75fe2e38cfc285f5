import { describe, expect, it } from 'vitest';
import {
  chooseMessage,
  chooseReplyTo,
  chooseSenderName,
  type MailIdentity,
} from '#domain/organization/mail-identity.ts';
import { buildSenderMailbox } from '#server/mail/message.ts';

const NONE: MailIdentity = { senderName: null, replyTo: null, footer: null, message: null };
const ENVELOPE = { senderName: 'Olga Owner', senderEmail: 'olga@acme.example' };
const SERVICE = { name: 'Countersign', email: 'no-reply@sign.example' };

describe('how an organization signs its emails', () => {
  const from = (identity: MailIdentity) => buildSenderMailbox(chooseSenderName(identity, ENVELOPE), SERVICE);

  it('is up to the envelope unless the organization says something', () => {
    expect(from(NONE)).toEqual({ name: 'Olga Owner via Countersign', email: SERVICE.email });
    expect(chooseReplyTo(NONE, ENVELOPE)).toEqual({ name: 'Olga Owner', email: 'olga@acme.example' });
    expect(chooseMessage(NONE, null)).toBeNull();
  });

  it('has its name beside that of the service, and its address for answers', () => {
    const own = { ...NONE, senderName: 'Acme Contracts', replyTo: 'contracts@acme.example' };
    expect(from(own)).toEqual({ name: 'Acme Contracts via Countersign', email: SERVICE.email });
    expect(chooseReplyTo(own, ENVELOPE)).toEqual({ name: 'Acme Contracts', email: own.replyTo });
    expect(chooseReplyTo({ ...own, senderName: null }, ENVELOPE).name).toBe('Olga Owner');
  });

  it('has its text only where the sender wrote none', () => {
    const message = { subject: 'A contract', body: null };
    const own = { subject: null, body: 'Dear Ada' };
    expect(chooseMessage({ ...NONE, message }, null)).toEqual(message);
    expect(chooseMessage({ ...NONE, message }, own)).toEqual(own);
  });
});
