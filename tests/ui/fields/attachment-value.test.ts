import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { attachmentName, attachmentValue } from '#ui/fields/attachment-value.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

describe('attachmentValue', () => {
  it('makes a data URL with the name, and the type of the bytes', async () => {
    const outcome = await attachmentValue(
      new File([Uint8Array.from(PNG)], 'Reisepaß; 1.pdf', { type: 'application/pdf' }),
    );
    expect(outcome).toEqual({
      value: `data:image/png;name=Reisepa%C3%9F%3B%201.pdf;base64,${Buffer.from(PNG).toString('base64')}`,
    });
    expect('value' in outcome && attachmentName(outcome.value)).toBe('Reisepaß; 1.pdf');
  });

  it('refuses what is empty, too large, or neither PDF, PNG nor JPEG', async () => {
    const file = (bytes: Uint8Array<ArrayBuffer>) =>
      attachmentValue(new File([bytes], 'a.png', { type: 'image/png' }));
    const large = new Uint8Array(LIMITS.attachmentMaxBytes + 1);
    large.set(PNG);
    expect(await file(new Uint8Array(0))).toEqual({ problem: 'empty' });
    expect(await file(large)).toEqual({ problem: 'size' });
    expect(await file(Uint8Array.from([0x4d, 0x5a, 0x90, 0]))).toEqual({ problem: 'type' });
    expect(await file(large.slice(0, LIMITS.attachmentMaxBytes))).toHaveProperty('value');
  });
});

describe('attachmentName', () => {
  it('returns a badly encoded name unchanged, and none for other values', () => {
    expect(attachmentName('data:image/png;name=50%;base64,AA==')).toBe('50%');
    expect(attachmentName('Passport.pdf (sha256 00)')).toBeNull();
  });
});
