import { describe, expect, it } from 'vitest';
import { INTAKE_REASONS } from '#domain/document/intake.ts';
import { parseUploadOutcome, findUploadProblem } from '#ui/envelopes/files/upload-document.ts';

function refused(code: string, details?: Record<string, unknown>): string {
  return JSON.stringify({
    code,
    message: 'The default message.',
    ...(details === undefined ? {} : { details }),
  });
}

describe('the answer to an upload', () => {
  it('is received for every success', () => {
    expect(parseUploadOutcome(204, '')).toEqual({ kind: 'received', body: '' });
  });

  it('has a separate text for every refusal', () => {
    const messages = INTAKE_REASONS.map((reason) => {
      const outcome = parseUploadOutcome(422, refused('document_unreadable', { reason }));
      return outcome.kind === 'refused' ? outcome.message : '';
    });
    expect(new Set(messages).size).toBe(INTAKE_REASONS.length);
    expect(messages).not.toContain('The default message.');
    expect(messages.every((message) => message.length > 10)).toBe(true);
  });

  it('explains size, type and session errors, otherwise shows the server’s message or a generic one', () => {
    expect(parseUploadOutcome(413, refused('payload_too_large'))).toMatchObject({
      message: expect.stringContaining('larger than 50 MB'),
    });
    expect(parseUploadOutcome(415, refused('unsupported_media_type'))).toMatchObject({
      message: expect.stringContaining('Word'),
    });
    expect(parseUploadOutcome(401, refused('unauthorized'))).toMatchObject({
      message: expect.stringContaining('Sign in'),
    });
    expect(parseUploadOutcome(409, refused('invalid_state'))).toMatchObject({
      message: 'The default message.',
    });
    // Failures of reading or converting can be retried later. Faults of the files themselves can't.
    for (const [details, mayPass] of [
      [{ status: 'detecting' }, true],
      [{ status: 'draft', reason: 'document_processing' }, true],
      [{ status: 'detecting', reason: 'signed_document' }, false],
      [{ status: 'detecting', reason: 'too_many_documents' }, false],
      [{ status: 'in_progress' }, false],
    ] as const)
      expect(parseUploadOutcome(409, refused('invalid_state', details))).toMatchObject({ mayPass });
    expect(parseUploadOutcome(413, '<html><h1>413 Request Entity Too Large</h1>')).toMatchObject({
      message: expect.stringContaining('A proxy in front of this server refuses files of this size.'),
    });
    expect(parseUploadOutcome(502, '<html>')).toMatchObject({
      message: 'The upload failed on our side. Try again.',
    });
  });
});

describe('files refused before the upload', () => {
  it('accepts a PDF and explains other refusals', async () => {
    expect(await findUploadProblem(new File(['%PDF-1.7'], 'a.pdf'))).toBeNull();
    expect(await findUploadProblem(new File([], 'a.pdf'))).toContain('empty');
    expect(await findUploadProblem(new File(['PK\u0003\u0004'], 'a.docx'))).toBeNull();
    expect(await findUploadProblem(new File(['PK\u0003\u0004'], 'a.zip'))).toContain('isn’t a PDF');
    const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');
    expect(await findUploadProblem(new File([compound], 'a.doc'))).toContain('old Word format');
    expect(await findUploadProblem(new File([compound], 'a.docx'))).toBeNull();
    expect(await findUploadProblem(new File(['hello'], 'a.pdf'))).toContain('isn’t a PDF');
  });
});
