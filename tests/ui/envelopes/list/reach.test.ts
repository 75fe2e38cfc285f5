import { describe, expect, it } from 'vitest';
import { summarizeReach } from '#ui/envelopes/list/reach.ts';
import type { WireEvent } from '#wire/event.ts';

let seq = 0;
const event = (action: string, occurredAt: string, payload: Record<string, unknown>) =>
  ({
    seq: (seq += 1),
    action,
    occurredAt,
    payload: { participantId: 'part_1', ...payload },
  }) as unknown as WireEvent;
const AT = '2027-03-01T09:00:00.000Z';
const issued = event('participant.link_issued', AT, {});
const reminded = event('participant.reminder_sent', AT, {});
const refused = event('participant.delivery_failed', AT, { reason: '550 no' });
const corrected = (email: string) =>
  event('participant.corrected', AT, { before: { name: 'A', email: 'a@x' }, after: { name: 'B', email } });
const NOBODY = {
  ...{ remindedAt: null, nextReminderAt: null, refusal: null, isText: false },
  ...{ asked: false, locks: 0, signIn: null },
};

describe('the delivery status of a participant', () => {
  it('is empty before they are asked, and ignores others', () => {
    expect(summarizeReach([], 'part_1')).toEqual(NOBODY);
    expect(summarizeReach([issued, reminded, refused], 'part_2')).toEqual(NOBODY);
  });

  it('shows the last reminder and when the next is allowed', () => {
    expect(summarizeReach([issued, reminded], 'part_1')).toEqual({
      ...NOBODY,
      asked: true,
      remindedAt: AT,
      nextReminderAt: '2027-03-01T10:00:00.000Z',
    });
  });

  it('shows a rejected email until a new link is sent', () => {
    expect(summarizeReach([issued, refused], 'part_1').refusal).toBe('550 no');
    expect(
      summarizeReach([issued, refused, event('participant.link_reissued', AT, {})], 'part_1').refusal,
    ).toBeNull();
  });

  it('resets for a new address, not for a new name', () => {
    expect(summarizeReach([issued, reminded, refused, corrected('b@x')], 'part_1')).toEqual({
      ...NOBODY,
      asked: true,
    });
    expect(summarizeReach([issued, reminded, corrected('a@x')], 'part_1').remindedAt).toBe(AT);
  });

  it('ignores erased details', () => {
    expect(summarizeReach([{ ...issued, payload: null }], 'part_1')).toEqual(NOBODY);
  });

  it('counts locks, and forgets a failed text message once a code has arrived', () => {
    const locked = event('participant.authentication_failed', AT, { method: 'sms_code' });
    const untexted = event('participant.delivery_failed', AT, { reason: 'no', phone: '•••• 42' });
    const proved = event('participant.authenticated', AT, { method: 'sms_code' });
    expect(summarizeReach([issued, untexted, locked, locked], 'part_1')).toMatchObject({
      refusal: 'no',
      isText: true,
      locks: 2,
    });
    expect(summarizeReach([issued, untexted, locked, proved], 'part_1')).toMatchObject({
      refusal: null,
      locks: 1,
    });
    expect(summarizeReach([issued, refused, proved], 'part_1')).toMatchObject({ refusal: '550 no' });
    expect(summarizeReach([issued, locked, corrected('b@x')], 'part_1').locks).toBe(0);
  });
});
